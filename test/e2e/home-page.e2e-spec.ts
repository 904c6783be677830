import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, parseMarkup, wordsOf } from '../support/pages/markup.js';

const browser = { accept: 'text/html' };
const origin = 'https://stats.example.com';
const env = { PUBLIC_URL: origin };

/** The heading, the canonical address and the cache control of a page. */
async function lookAt(api: TestApp, path = '/') {
  const { text, headers } = await api.get(path, browser);
  const page = parseMarkup(text);
  const [canonical] = attributesOf(page, 'link[rel=canonical]', 'href');
  const cached = headers.get('cache-control')?.split(',')[0];
  return [wordsOf(page.querySelector('h1')).trim(), canonical?.replace(origin, ''), cached];
}

describe('the page at /', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow, env });

  it('is the page of the only streamer, and the leaderboard before and after', async () => {
    expect(await lookAt(api)).toEqual(['First steps', '/', 'private']);
    const { id: streamer_id } = await data.streamer({ login: 'first_one', display_name: 'FirstOne' });
    await data.stream({ streamer_id, started_at: hoursAgo(3), ended_at: hoursAgo(2) });
    api.forgetAnswers();
    expect(await lookAt(api)).toEqual(['FirstOne', '/streamers/first_one', 'private']);
    expect(await lookAt(api, '/leaderboard')).toEqual(['Leaderboard', '/leaderboard', 'public']);
    const links = attributesOf(await openPage(api, '/'), 'nav a', 'href');
    expect(links[0]).toBe('/leaderboard');
    const etag = (await api.get('/', browser)).headers.get('etag') ?? '';
    await data.streamer({ login: 'second_one' });
    api.forgetAnswers();
    expect(await lookAt(api)).toEqual(['Leaderboard', '/leaderboard', 'private']);
    expect((await api.get('/', { ...browser, 'if-none-match': etag })).status).toBe(200);
    expect((await api.get('/')).body).toMatchObject({ status: '/v1/status' });
  });

  it.each(['sort=followers&days=90', 'days=7', 'month=2026-05', 'range=90', 'cursor=50', 'limit=50', 'platform=kick'])(
    'redirects to the leaderboard with its parameters: %s',
    async (query) => {
      const { status, headers } = await api.get(`/?${query}`, browser);
      expect([status, headers.get('location'), headers.get('vary')]).toEqual([
        301,
        `./leaderboard?${query}`,
        expect.stringContaining('Accept'),
      ]);
      expect((await api.get(`/?${query}`)).body).toMatchObject({ status: '/v1/status' });
    },
  );

  it('ignores other parameters', async () => {
    expect((await lookAt(api, '/?utm_source=x'))[1]).toBe('/leaderboard');
  });
});

describe.each([
  ['/live', 'Live now', '/live'],
  ['/leaderboard?days=7', 'Leaderboard', '/leaderboard'],
])('HOME_PAGE=%s', (HOME_PAGE, heading, canonical) => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow, env: { ...env, HOME_PAGE } });

  it('is the page at /, also with one streamer', async () => {
    await data.streamer();
    expect(await lookAt(api)).toEqual([heading, canonical, 'private']);
    expect((await api.get('/?days=30', browser)).headers.get('location')).toBe('./leaderboard?days=30');
  });
});
