import { SEED_EXAMPLES } from '../../src/jobs/seed/seed-examples.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { TestApp } from '../support/http/test-app.js';
import { TestDatabase } from '../support/database/test-database.js';
import { openPage, parseMarkup } from '../support/pages/markup.js';

const browser = { accept: 'text/html,*/*;q=0.8' };
const origin = 'https://stats.example.com/live';
const { streamerLogin, streamId, eventId, privateEventId } = SEED_EXAMPLES;

const tag = (html: string, name: string) =>
  parseMarkup(html).querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content');
const titleOf = (html: string) => parseMarkup(html).querySelector('title')?.text;

/** Width and height, from the first chunk of a PNG. */
async function sizeOf(api: TestApp, path: string): Promise<[number, number]> {
  const bytes = Buffer.from(await (await fetch(api.url + path)).arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe('links to pages', () => {
  let database: TestDatabase;
  let api: TestApp;
  let named: TestApp;

  beforeAll(async () => {
    database = await createSeededDatabase();
    const env = { CACHE_TTL_SECONDS: '60' };
    api = await TestApp.start({ databaseUrl: database.url, env });
    named = await TestApp.start({
      databaseUrl: database.url,
      env: { ...env, SITE_NAME: 'Tally & Light', PUBLIC_URL: origin, EMBED_ORIGINS: '*' },
    });
  });

  afterAll(async () => {
    await api.stop();
    await named.stop();
    await database.drop();
  });

  it.each([
    ['/', '/previews/site.png'],
    [`/streamers/${streamerLogin}`, `/previews/streamers/${streamerLogin}.png`],
    [`/streams/${streamId}`, `/previews/streams/${streamId}.png`],
    [`/events/${eventId}`, `/previews/events/${eventId}.png`],
    ['/games', '/previews/site.png'],
  ])('%s shows a picture of 1200 x 630 pixels', async (page, picture) => {
    const { text } = await named.get(page, browser);
    expect(tag(text, 'og:image')).toBe(origin + picture);
    expect(tag(text, 'twitter:card')).toBe('summary_large_image');
    const { headers, status } = await api.get(picture);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'image/png' });
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
    expect((await api.get(picture, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    expect(headers.get('content-encoding')).toBeNull();
    expect(await sizeOf(api, picture)).toEqual([1200, 630]);
  });

  it('show a picture that no parameter and no header changes', async () => {
    const picture = `/previews/streamers/${streamerLogin}.png`;
    const { headers } = await api.get(picture);
    const asked = await api.get(`${picture}?title=Hacked&name=x`, { host: 'evil.example', 'x-forwarded-host': 'evil' });
    expect(asked.headers.get('etag')).toBe(headers.get('etag'));
  });

  it.each([
    ['/previews/streamers/nobody.png', 404],
    ['/previews/streamers/a!b.png', 400],
    ['/previews/streams/1.png', 404],
    ['/previews/streams/x.png', 404],
    [`/previews/events/${privateEventId}.png`, 404],
    ['/previews/nothing.png', 404],
  ])('have no picture at %s', async (path, status) => {
    const answer = await api.get(path, { accept: 'image/png,image/*;q=0.8' });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { error: expect.any(String) } });
  });

  it('cost units of the rate limit, also from the cache', async () => {
    const limited = await TestApp.start({ databaseUrl: database.url, env: { RATE_LIMIT: '10' } });
    try {
      const left = async () => (await limited.get('/previews/site.png')).headers.get('x-ratelimit-remaining');
      expect([await left(), await left()]).toEqual(['5', '0']);
      expect((await limited.get('/previews/site.png')).status).toBe(429);
    } finally {
      await limited.stop();
    }
  });

  it('are named by a trusted proxy without PUBLIC_URL, also for a page in the cache', async () => {
    const env = { CACHE_TTL_SECONDS: '60', TRUST_PROXY: '1' };
    const proxied = await TestApp.start({ databaseUrl: database.url, env });
    const picture = async (host: string, headers: Record<string, string> = {}) => {
      const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
      return tag((await proxied.get('/live', { ...browser, ...forwarded, ...headers })).text, 'og:image');
    };
    const from = { 'x-forwarded-for': '192.0.2.1' };
    try {
      for (const host of ['a.example.com', 'b.example.com:8443', 'a.example.com']) {
        expect(await picture(host, from)).toBe(`https://${host}/previews/site.png`);
      }
      // Nobody names the client, or the host is not one.
      expect([await picture('c.example.com'), await picture('evil.example"><b>', from)]).toEqual([
        undefined,
        undefined,
      ]);
    } finally {
      await proxied.stop();
    }
  });

  it('are complete in texts to copy, or a hint for readers without scripts completes them', async () => {
    const path = `/share?of=streamers/${streamerLogin}/viewers`;
    const hintsOn = async (of: TestApp, at: string) =>
      (await openPage(of, at)).querySelectorAll('noscript').map((hint) => hint.text);
    const hint = expect.stringMatching(/^In copied texts, put the address of this site in front/);
    expect(await hintsOn(api, path)).toContainEqual(hint);
    expect(await hintsOn(api, '/')).toContainEqual(hint);
    expect(await hintsOn(named, path)).not.toContainEqual(hint);
    expect((await openPage(named, path)).text).toContain(
      `](${origin}/download/streamers/${streamerLogin}/viewers.png)`,
    );
  });

  it('name the site and its address if the operator has set them', async () => {
    const { text } = await named.get(`/streamers/${streamerLogin}`, browser);
    expect(titleOf(text)).toBe('AuroraPlays, last 30 days · Tally & Light');
    expect(tag(text, 'og:site_name')).toBe('Tally & Light');
    expect(tag(text, 'og:title')).toBe('AuroraPlays, last 30 days');
    expect(tag(text, 'og:description')).toMatch(/^AuroraPlays: [\d,]+ viewers on average/);
    expect(tag(text, 'og:type')).toBe('website');
    expect(tag(text, 'og:url')).toBe(`${origin}/streamers/${streamerLogin}`);
    expect(tag(text, 'og:image')).toBe(`${origin}/previews/streamers/${streamerLogin}.png`);
    expect(parseMarkup(text).querySelector('a.brand')?.text).toBe('Tally & Light');
    const embed = await named.get(`/embed/streamers/${streamerLogin}/viewers`, browser);
    expect(titleOf(embed.text)).toBe('AuroraPlays · Tally & Light');
  });

  it('show the streamers of a comparison, which search engines do not list', async () => {
    const { text } = await named.get(
      `/compare?streamers=${streamerLogin},nightshift_radio&days=90&followers=log`,
      browser,
    );
    expect(tag(text, 'og:url')).toBe(`${origin}/compare?streamers=${streamerLogin},nightshift_radio&days=90`);
    expect(tag(text, 'og:description')).toMatch(
      /^The last 90 days side by side\. AuroraPlays: [\d,]+ viewers on average, NightshiftRadio: [\d,]+ viewers on average\.$/,
    );
    expect(tag(text, 'robots')).toBe('noindex');
    expect((await named.get('/robots.txt')).text).not.toContain('/compare');
    expect(tag((await named.get('/compare', browser)).text, 'robots')).toBeUndefined();
  });

  it('never contain the Host of a request, which the client chooses', async () => {
    for (const path of ['/', `/streamers/${streamerLogin}`, '/robots.txt']) {
      const { text } = await api.get(path, { ...browser, host: 'evil.example', 'x-forwarded-host': 'evil.example' });
      expect(text).not.toContain('evil');
      // Chats ignore a picture with a relative address.
      for (const name of ['og:url', 'og:image', 'og:image:alt']) expect(tag(text, name)).toBeUndefined();
    }
  });

  it.each([
    ['/', 'Leaderboard by hours watched, 30 days'],
    ['/leaderboard?sort=followers&days=90&cursor=50', 'Leaderboard by followers, 90 days, from 51'],
    [`/streamers/${streamerLogin}?range=all`, 'AuroraPlays, all time'],
    [
      `/streamers/${streamerLogin}?range=90&sort=peak_viewers&cursor=20`,
      'AuroraPlays, last 90 days, streams by peak viewers, from 21',
    ],
    ['/games', 'Games by hours watched, 30 days'],
    ['/games/Minecraft?sort=avg_viewers&cursor=25', 'Minecraft by average viewers, last 30 days, from 26'],
    ['/search?q=a&cursor=30', 'Search for a, from 31'],
    ['/live?cursor=50', 'Live now, from 51'],
    [`/compare?streamers=${streamerLogin}&days=90`, 'Compare AuroraPlays, 90 days'],
  ])('have a title that names the view: %s', async (path, title) => {
    expect(titleOf((await api.get(path, browser)).text)).toBe(`${title} · Streaming analytics`);
  });

  it.each(['/leaderboard?sort=followers&days=90', '/live', '/games', '/events', `/streamers/${streamerLogin}`])(
    'lead programs to the same data as JSON and CSV: %s',
    async (path) => {
      const page = await openPage(api, path);
      for (const type of ['application/json', 'text/csv']) {
        const href = page.querySelector(`link[rel=alternate][type="${type}"]`)?.getAttribute('href') ?? '';
        const { status, headers } = await api.send('GET', href);
        expect([href, status, headers.get('content-type')]).toEqual([href, 200, expect.stringContaining(type)]);
      }
    },
  );
});
