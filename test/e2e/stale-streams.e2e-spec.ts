import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, parseMarkup, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const browser = { accept: 'text/html' };

/** Two live streams in one event, both with samples: one was seen five days ago, the other 30 minutes ago, which is not stale yet. */
describe('a live stream that was last observed five days ago', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });
  const seen = hoursAgo(5 * 24);
  const notYetStale = hoursAgo(0.5);

  beforeAll(async () => {
    for (const [id, login, observed_at] of [
      ['71', 'gone', seen],
      ['72', 'here', notYetStale],
    ] as const) {
      const { id: streamer_id } = await data.streamer({ id: `${id}0`, login });
      await data.stream({ id: `${id}1`, streamer_id, started_at: hoursAgo(150), ended_at: hoursAgo(149) });
      await data.stream({
        id,
        streamer_id,
        started_at: hoursAgo(123),
        ended_at: null,
        game_name: 'Chess',
        observed_at,
      });
    }
    await data.viewerSamples([{ stream_id: '72', created_at: notYetStale, viewers: 7 }]);
    await data.event({ id: '5' }, ['71', '72']);
    await data.event({ id: '6', started_at: hoursAgo(1), ended_at: null }, ['72']);
    await data.refreshBoard();
  });

  it.each([
    ['/v1/streamer/gone/recent-streams?limit=1', '/v1/streamer/here/recent-streams?limit=1', false],
    ['/v1/streams/71', '/v1/streams/72', false],
    ['/v1/streamers?query=gone', '/v1/streamers?query=here', true],
  ])('is stale in %s', async (gone, here, hasTime) => {
    const rowOf = async (path: string) => [(await api.get<object>(path)).body].flat()[0];
    const time = hasTime ? { last_seen_at: seen.toISOString() } : {};
    expect(await rowOf(gone)).toMatchObject({ is_live: true, is_stale: true, ...time });
    expect(await rowOf(here)).toMatchObject({ is_live: true, is_stale: false });
  });

  it('is stale in an event', async () => {
    const { body } = await api.get<{ streams: object[] }>('/v1/events/5');
    expect(body.streams).toMatchObject([
      { id: '71', is_live: true, is_stale: true, last_seen_at: seen.toISOString() },
      { id: '72', is_live: true, is_stale: false, last_seen_at: notYetStale.toISOString() },
    ]);
  });

  it('has badges that show the time of the last observation', async () => {
    const textsOf = async (login: string, metric = 'live') =>
      wordsOfEach(await openPage(api, `/v1/streamer/${login}/badge.svg?metric=${metric}`), 'text');
    expect(await textsOf('gone')).toEqual(['stream', 'last seen 5 d ago']);
    expect(await textsOf('here')).toEqual(['stream', 'live']);
    expect(await textsOf('gone', 'viewers')).toEqual(['viewers', 'last seen 5 d ago']);
    expect(await textsOf('here', 'viewers')).toEqual(['viewers', '7']);
  });

  it.each([
    ['/', 1],
    // Lists have the line of a phone and the cell of a table.
    ['/live', 2],
    ['/streamers/gone', 1],
    ['/streams/71', 1],
    ['/search?q=gone', 2],
    ['/events/5', 1],
    ['/games/Chess', 1],
  ])('is not shown as live on %s, but with the time at which it was last seen', async (path, count) => {
    const page = await openPage(api, path);
    const marks = page.querySelectorAll('.stale').filter((mark) => mark.text.startsWith('last seen '));
    const exact = '10 Jun 2026, 12:00 UTC';
    const time = { datetime: seen.toISOString(), 'data-form': 'age', 'data-near': 'true', title: exact };
    const mark = [`last seen 5 d ago, ${exact}`, time];
    expect(marks.map((one) => [one.text, one.querySelector('time')?.attributes])).toEqual(Array(count).fill(mark));
    if (path.includes('gone') || path.includes('71')) expect(page.querySelector('.live')).toBeNull();
    if (path === '/streams/71') expect(page.text).not.toMatch(/Live for|so far/);
  });

  it('comes last in the strip of live streams, and is not popular on the page of a missing address', async () => {
    const strip = attributesOf(await openPage(api, '/leaderboard'), '.live-strip a[href^="/streamers/"]', 'href');
    expect([...new Set(strip)]).toEqual(['/streamers/here', '/streamers/gone']);
    const { status, text } = await api.get('/nothing', browser);
    expect(status).toBe(404);
    const page = parseMarkup(text);
    expect(wordsOf(page)).toMatch(/Popular now .* 7 viewers, .*Chess/);
    expect(attributesOf(page, 'a[href^="/streamers/"]', 'href')).toEqual(['/streamers/here']);
  });

  it('may be over in the head of its streamer, while the other one is live', async () => {
    const stateOf = async (path: string) => wordsOf((await openPage(api, path)).querySelector('#now h2'));
    expect(await stateOf('/streamers/gone')).toMatch(/^Perhaps over at /);
    expect(await stateOf('/streamers/here')).toBe('Live for 5 d 2 h , 7 viewers');
  });

  it.each(['/live', '/streamers/here', '/streams/72', '/events/6'])(
    'has live parts on %s, as on the page',
    async (path) => {
      const page = await openPage(api, path);
      expect(page.querySelector('script[src*="/live."]')).not.toBeNull();
      const parts = await openPage(api, page.querySelector('[data-parts]')?.getAttribute('data-parts') ?? '');
      const ids = attributesOf(parts, '[id]', 'id');
      expect(ids).toContain(path === '/live' ? 'rows' : 'now');
      expect(parts.querySelector('#main')).toBeNull();
      for (const selector of ['#now', '#rows', '#viewers']) {
        const part = parts.querySelector(selector);
        if (part) expect(part.text).toBe(page.querySelector(selector)?.text);
      }
    },
  );

  it.each(['/', '/streamers/gone?range=7', '/games'])(
    'requests parts only where something is live: %s',
    async (path) => {
      const page = await openPage(api, path);
      expect(page.querySelector('[data-parts]') === null).toBe(!path.includes('gone'));
    },
  );

  it.each(['/streamers/here', '/streams/72', '/search?q=here'])(
    'does not change the other live stream on %s',
    async (path) => {
      const page = await openPage(api, path);
      expect(page.querySelector('.live')).not.toBeNull();
      expect(page.text).not.toContain('last seen');
      if (path === '/streams/72') expect(page.text.match(/Live for/g)).toHaveLength(2);
    },
  );
});
