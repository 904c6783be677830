import { withOwner } from '../../src/database/owner-client.js';
import { durationText } from '../../src/pages/parts/duration-text.js';
import { MetaService } from '../../src/meta/meta.service.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { sendRaw } from '../support/http/raw-http.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { TestApp } from '../support/http/test-app.js';
import { TestDatabase } from '../support/database/test-database.js';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const token = 'token-of-the-tests-0123456789';
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

describe('the pages', () => {
  let database: TestDatabase;
  let api: TestApp;

  beforeAll(async () => {
    database = await createSeededDatabase();
    api = await TestApp.start({ databaseUrl: database.url, env: { CACHE_TTL_SECONDS: '60' } });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  it('return the leaderboard for browsers at /, and vary by Accept', async () => {
    const { status, headers, text } = await api.get('/', browser);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('vary')).toMatch(/Accept(,|$)/);
    expect(text).toContain('WorldStageArena');
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html'])(
    'leave / to the API for a client that asks for %s, also after a browser was there',
    async (accept) => {
      await api.get('/', browser);
      const { headers } = await api.get('/', accept === undefined ? {} : { accept });
      expect(headers.get('content-type')).toContain('json');
      expect(headers.get('vary')).toMatch(/Accept(,|$)/);
    },
  );

  it('may load and run only their own files, from the cache too', async () => {
    for (let i = 0; i < 3; i++) {
      const answer = await sendRaw(
        api.port,
        'GET /streamers/aurora_plays HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      );
      const policies = [...answer.matchAll(/^content-security-policy: (.*)\r$/gim)].map(([, value]) => value);
      expect(policies).toEqual([policy]);
    }
  });

  it('have an entity tag, and are compressed on their first use', async () => {
    const gzip = { ...browser, 'accept-encoding': 'br' };
    const first = await api.get('/streamers/nightshift_radio', gzip);
    expect(first.headers.get('content-encoding')).toBe('br');
    const etag = first.headers.get('etag') ?? '';
    const again = await api.get('/streamers/nightshift_radio', { ...gzip, 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('link each panel of a streamer to its data', async () => {
    const { text } = await api.get('/streamers/aurora_plays', browser);
    for (const panel of ['followers', 'viewers', 'airtime', 'hours', 'games', 'streams']) {
      const [, html = ''] = new RegExp(`<section id="${panel}"(.*?)</section>`, 's').exec(text) ?? [];
      const [, path] = /<textarea id="\w+-call"[^>]*>([^<]+)</.exec(html) ?? [];
      expect([panel, path]).toEqual([panel, expect.stringMatching(/^\/v1\//)]);
      const { status } = await api.get((path as string).replaceAll('&amp;', '&'));
      expect([path, status]).toEqual([path, 200]);
    }
  });

  it('count the minutes of a live stream up to its last observation, as the API does', async () => {
    type Live = { id: string; live_minutes: number; is_stale: boolean };
    const list = async () => (await api.get<Live[]>('/v1/streams/live')).body;
    const body = await list();
    for (const { id, live_minutes } of body.filter(({ is_stale }) => !is_stale)) {
      const { text } = await api.get(`/streams/${id}`, browser);
      const later = (await list()).find((stream) => stream.id === id)?.live_minutes ?? 0;
      const described = /, ([\w ]+) long\."/.exec(text)?.[1];
      const [, value = ''] = /Live for<.*?<dd class="value">(.*?)<\/dd>/s.exec(text) ?? [];
      const tile = value.replace(/<[^>]+>/g, '').trim();
      // A minute may pass between two requests.
      const possible = [live_minutes, later].map(durationText);
      expect([id, described, possible.includes(tile)]).toEqual([id, tile, true]);
    }
    expect(body).not.toEqual([]);
  });

  it.each([
    ['/streams/40100077001', 'intervals of 5 minutes.'],
    ['/events/300000001', 'intervals of 1 minute.'],
  ])('show the length of intervals in the graph of %s', async (path, length) => {
    const { text } = await api.get(path, browser);
    expect(/intervals of \d+ \w+\./.exec(text)?.[0]).toBe(length);
  });

  it('date the peak of a stream, and compare the stream with the one before', async () => {
    const { text } = await api.get('/streams/40100000001', browser);
    expect(text).toMatch(/Peak viewers<.*?>2,995<.*?<dd class="before"><time [^>]*>(today|yesterday) at \d\d:\d\d</);
    expect(text).toMatch(/Average viewers<.*?▲.*?8%.*? from 2,247/);
    expect(text).toMatch(/Changes are against the stream before: <a href="\/streams\/40100000002">/);
    expect(text).toMatch(/ in <a href="\/games\/Minecraft"><bdi>Minecraft<\/bdi><\/a>\. Part of /);
  });

  it('name each name that a comparison leaves out, and have no focus before a mistake', async () => {
    const page = async (streamers: string) => (await api.get(`/compare?streamers=${streamers}`, browser)).text;
    const text = await page('n1,n2,n3,n4,n5,sixth,n7');
    expect(text).toContain('Only the first 5 names were looked up, not <bdi>sixth</bdi> or <bdi>n7</bdi>.');
    const four = 'aurora_plays,nightshift_radio,worldstage_arena,mossy_lantern';
    expect(await page(`${four},n5,n6`)).toContain('at most 4 streamers. Remove a name to add <bdi>n6</bdi>.');
    expect(text).toContain('autofocus');
    expect(await page('aurora_plays')).not.toContain('autofocus');
  });

  it('add live streamers to the comparison', async () => {
    const { text } = await api.get('/board', browser);
    expect(text).toMatch(/<section id="live".*?data-compare="\w+".*?<\/section>/);
  });

  it.each([
    ['/?game=Minecraft&sort=followers', './games/Minecraft'],
    ['/?game=AC/DC %26 Co', './games/AC%2FDC%20%26%20Co'],
  ])('redirect the leaderboard of a game to the page of the game: %s', async (path, location) => {
    const { status, headers } = await api.get(path, browser);
    expect([status, headers.get('location')]).toEqual([301, location]);
    expect((await api.get(path)).headers.get('content-type')).toContain('json');
  });

  it('ignore a game without a page', async () => {
    expect((await api.get('/?game=..', browser)).status).toBe(200);
    expect((await api.get('/?game=', browser)).status).toBe(200);
  });

  it('name who brought the most hours watched of a game only if the streamers are in this order', async () => {
    expect((await api.get('/games/Minecraft', browser)).text).toContain('% of the hours watched');
    const sorted = (await api.get('/games/Minecraft?sort=avg_viewers', browser)).text;
    expect(sorted).not.toContain('% of the hours watched');
  });

  it('show games, titles and event markers as bands in the graph of a stream', async () => {
    const { text } = await api.get('/streams/40100002007', browser);
    const graph = /<section id="viewers".*?<output/s.exec(text)?.[0] ?? '';
    expect(graph).toContain('<title>Music</title>');
    expect(graph).toContain('<title>1 First request</title>');
  });

  it('show the games and the number of streamers that a search found', async () => {
    const foundBy = async (query: string) =>
      (await api.get(query, browser)).text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(await foundBy('/search?q=rora_pl')).toMatch(/ Search for rora_pl .* 1 found\. .*AuroraPlays /);
    expect(await foundBy('/search?q=100000001')).toContain(' 1 found. ');
    expect(await foundBy('/search?q=ches')).toMatch(/ Games .* Chess .* Streamers /);
    expect(await foundBy('/search?q=ches')).toMatch(/ Games .*[^,\d]1 found\. The last 30 days/);
    expect(await foundBy('/search?q=Mincraft')).toMatch(/ Games .* Minecraft /);
    expect(await foundBy('/search?q=ches&cursor=30')).not.toMatch(/ Chess | found\./);
    expect(await foundBy('/search?q=a&cursor=30')).toContain(' /v1/streamers?query=a&amp;limit=30&amp;cursor=30 ');
    expect(await foundBy('/search?q=https://www.twitch.tv/aurora_plays?sr=a')).toMatch(/ 1 found\. .*AuroraPlays /);
    expect(await foundBy('/search?q=zzzzzz')).toMatch(/ 0 found\. .*No matching streamers\./);
  });

  it('suggest streamers, then games, with images only if PAGES_IMAGES is on', async () => {
    const withImages = await TestApp.start({ databaseUrl: database.url, env: { PAGES_IMAGES: 'on' } });
    const optionsOf = async (site: TestApp, query: string) =>
      (await site.get(`/search/suggestions?q=${encodeURIComponent(query)}`)).text.split('<li ').slice(1);
    try {
      const [streamer = ''] = await optionsOf(withImages, 'aurora_plays');
      expect(streamer).toMatch(
        /data-name="aurora_plays" data-path="\/streamers\/aurora_plays"><img class="avatar" src="https:/,
      );
      expect(streamer).toMatch(/<bdi>AuroraPlays<\/bdi> .* followers<\/span><\/li>$/);
      expect((await optionsOf(api, 'aurora_plays'))[0]).not.toContain('<img');
      expect((await optionsOf(api, 'chess')).at(-1)).toMatch(
        /data-path="\/games\/Chess"><bdi>Chess<.*Game<.* streamers</,
      );
      expect((await optionsOf(api, 'auroa plays'))[0]).toContain('data-path="/streamers/aurora_plays"');
      expect(await optionsOf(api, ' ')).toEqual([]);
    } finally {
      await withImages.stop();
    }
  });

  it('suggest streamers with a similar name if a search finds none', async () => {
    const { text } = await api.get('/search?q=Auroa+Plays', browser);
    expect(text).toMatch(/Did you mean <a href="\/streamers\/aurora_plays"><bdi>AuroraPlays<\/bdi><\/a>\?/);
    for (const path of ['/search?q=Aurora+Plays', '/search?q=zzzzzz', '/search']) {
      expect((await api.get(path, browser)).text).not.toContain('Did you mean');
    }
  });

  it('suggest streamers with a similar name at the address of an unknown one', async () => {
    const { status, text } = await api.get('/streamers/auora_plays', browser);
    expect(status).toBe(404);
    expect(text).toContain('<h1>Nobody here by the name “auora_plays”</h1>');
    expect(text).toMatch(/Did you mean <a href="\/streamers\/aurora_plays"><bdi>AuroraPlays<\/bdi><\/a>\?/);
  });

  it.each(['/games/minecraft', '/games/Minecarft'])('suggest games with a similar name at %s', async (path) => {
    const { status, text } = await api.get(path, browser);
    expect(status).toBe(404);
    expect(text).toMatch(/<h1>No game “\w+” in the last 30 days<\/h1>/);
    expect(text).toContain('Did you mean <a href="/games/Minecraft"><bdi>Minecraft</bdi></a>');
  });

  it('link each game that has a page, and no other', async () => {
    const id = await withOwner(database.url, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `UPDATE streams SET game_name = 'Forgotten'
         WHERE id = (SELECT s.id FROM streams s JOIN streamers u ON u.id = s.streamer_id WHERE u.login = 'aurora_plays' ORDER BY s.started_at LIMIT 1)
         RETURNING id`,
      );
      return rows[0]?.id ?? '';
    });
    api.forgetAnswers();
    for (const path of [`/streams/${id}`, '/streamers/aurora_plays?range=all']) {
      const { text } = await api.get(path, browser);
      expect(text.includes('<bdi>Forgotten</bdi>')).toBe(true);
      const links = new Set([...text.matchAll(/href="(\/games\/[^"]+)"/g)].map(([, link]) => link ?? ''));
      for (const link of links) expect([link, (await api.get(link, browser)).status]).toEqual([link, 200]);
      expect(links.size > 0).toBe(path.startsWith('/streamers'));
    }
  });

  it('link each tile, and panels, to definitions that exist', async () => {
    const about = (await api.get('/about', browser)).text;
    for (const path of ['/', '/live', '/streamers/aurora_plays', '/streams/40100000001', '/events/300000001']) {
      const { text } = await api.get(path, browser);
      const ids = [...text.matchAll(/href="\/about#([^"]+)" class="info"/g)].map(([, id]) => id);
      expect({ path, count: ids.length }).not.toEqual({ path, count: 0 });
      for (const id of ids) expect(about).toContain(`id="${id}"`);
      expect(text).not.toMatch(/<div class="tile"><dt>[^<]*<\/dt>/);
    }
  });

  it('explain the figures without Markdown syntax', async () => {
    const { text } = await api.get('/about', browser);
    const read = text.replace(/<(code|pre)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]+>/g, '');
    expect(read).not.toMatch(/\*|\]\(|^\s*\d+\. |`/m);
    expect(text).toContain('<em>started</em>');
    expect(text).toContain('<section id="average-viewers"');
    expect(text).toContain('<ol class="bullets"><li>The whole login or display name, or the channel ID.</li>');
  });

  it('load files with the hash of their content in the name, and let browsers keep them for a year', async () => {
    const { text } = await api.get('/streamers/aurora_plays', browser);
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      expect(path).toMatch(/\.[0-9a-f]{16}\.(css|js)$/);
      const { status, headers } = await api.get(path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await api.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    }
    expect((await api.get('/assets/pages.0123456789abcdef.css')).status).toBe(404);
    expect((await api.get('/assets/pages.css')).status).toBe(404);
  });

  it('show errors as pages to browsers, and as JSON to other clients and below /v1', async () => {
    for (const [path, status] of [
      ['/streamers/nobody', 404],
      ['/nothing', 404],
      ['/streamers/a!b', 400],
      ['/?sort=fame', 400],
    ] as const) {
      const page = await api.get(path, browser);
      expect({ path, status: page.status }).toEqual({ path, status });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.text).not.toContain('must be');
      expect(page.headers.get('content-security-policy')).toBe(policy);
      expect(page.headers.get('vary')).toMatch(/Accept(,|$)/);
      const { headers, body } = await api.get(path);
      expect(headers.get('content-type')).toContain('application/json');
      // The index of the API at / has no parameters.
      if (path !== '/?sort=fame') expect(body).toEqual({ error: expect.any(String) });
    }
    const { headers } = await api.get('/v1/streamer/nobody/partners', browser);
    expect(headers.get('content-type')).toContain('application/json');
  });

  it('refuse other methods, as the API does', async () => {
    expect(await api.send('POST', '/streamers/aurora_plays')).toMatchObject({ status: 405 });
  });
});

describe('a service in trouble', () => {
  const paths = ['/', '/live', '/streamers/aurora_plays', '/streams/40100000001', '/events', '/games', '/search?q=a'];

  async function expectPagesThatReload(api: TestApp, cause: string): Promise<void> {
    for (const path of paths) {
      const { status, headers, text } = await api.get(path, browser);
      expect({ path, status }).toEqual({ path, status: 503 });
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toBe(policy);
      expect(headers.get('retry-after')).toBe('5');
      expect(headers.get('refresh')).toBe('5');
      expect(text).toContain('<h1>Not available, trying again in 5 s</h1>');
      expect(text).toContain(`<p role="status">${cause} This page loads again by itself`);
      expect(text).not.toMatch(/secret|nobody|127\.0\.0\.1|ECONNREFUSED|\bat \/|\blog\b/);
    }
  }

  it('shows a page that reloads by itself while the database is unreachable', async () => {
    const origin = 'https://example.org';
    const env = { DATABASE_READER_URL: 'postgresql://nobody:secret@127.0.0.1:1/none', EMBED_ORIGINS: origin };
    const api = await TestApp.start({ env });
    try {
      const cause = 'The service cannot read its data.';
      await expectPagesThatReload(api, cause);
      const embed = await api.get('/embed/streamers/aurora_plays/viewers', browser);
      expect(embed.status).toBe(503);
      expect(embed.text).toContain(`${cause} The chart loads again`);
      expect(embed.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${origin}`);
    } finally {
      await api.stop();
    }
  });

  it('shows the same page with another cause while the service is overloaded', async () => {
    const api = await TestApp.start();
    const busy = jest.spyOn(api.app.get(ResponseCache), 'isBusy', 'get').mockReturnValue(true);
    try {
      await expectPagesThatReload(api, 'The service is overloaded.');
    } finally {
      busy.mockRestore();
      await api.stop();
    }
  });

  it('shows a page without the cause of a permanent fault', async () => {
    const api = await TestApp.start();
    const status = jest.spyOn(api.app.get(MetaService), 'findStatus').mockRejectedValue(new Error('the cause'));
    try {
      const { status: code, headers, text } = await api.get('/', browser);
      expect(code).toBe(500);
      expect(headers.get('refresh')).toBeNull();
      expect(text).toContain('<h1>Something went wrong here</h1>');
      expect(text).not.toMatch(/the cause|\blog\b/);
    } finally {
      status.mockRestore();
      await api.stop();
    }
  });
});

describe('the budget of a client', () => {
  it('counts pages and not their files, and a page reports that it is used up', async () => {
    const api = await TestApp.start({ env: { RATE_LIMIT: '2', RATE_WINDOW_SECONDS: '600' } });
    const { text, headers } = await api.get('/', browser);
    expect(headers.get('x-ratelimit-remaining')).toBe('1');
    const [, file = ''] = /href="(\/assets\/[^"]+)"/.exec(text) ?? [];
    for (let i = 0; i < 5; i++) expect((await api.get(file)).status).toBe(200);
    await api.get('/', browser);
    const limited = await api.get('/', browser).finally(() => api.stop());
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).not.toBeNull();
    expect(limited.text).toContain('<h1>Too many pages at once</h1>');
  });
});

describe('if tokens are configured', () => {
  it('the pages are absent', async () => {
    const api = await TestApp.start({ env: { API_TOKEN: token } });
    try {
      expect((await api.get('/', browser)).body).toMatchObject({ name: 'Streaming analytics API' });
      for (const path of ['/board', '/streamers/aurora_plays', '/streamers/a!b', '/nothing']) {
        const { status, headers, body } = await api.get(path, browser);
        expect({ path, status, body }).toEqual({
          path,
          status: 404,
          body: { error: expect.stringContaining('This path does not exist') },
        });
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      }
    } finally {
      await api.stop();
    }
  });

  it('everybody may open pages if PAGES_ENABLED is on, but sees no private event', async () => {
    const database = await createSeededDatabase();
    const env = { API_TOKEN: token, PAGES_ENABLED: 'on' };
    const api = await TestApp.start({ databaseUrl: database.url, env });
    try {
      const authorization = `Bearer ${token}`;
      const { body: all } = await api.get<{ id: string; title: string; is_public: boolean }[]>(
        '/v1/streamer/aurora_plays/events',
        { authorization },
      );
      const [hidden] = all.filter((event) => !event.is_public);
      const { id, title } = hidden ?? { id: '', title: '' };
      const { body: event } = await api.get<{ streams: { id: string }[] }>(`/v1/events/${id}`, { authorization });
      const of = `events/${id}`;
      for (const headers of [browser, { ...browser, authorization }]) {
        for (const path of [
          ...['/streamers/aurora_plays', '/events', '/about', '/live', '/board'],
          '/download/events.csv',
          ...event.streams.map((stream) => `/streams/${stream.id}`),
        ]) {
          const { status, text } = await api.get(path, headers);
          expect([path, status]).toEqual([path, 200]);
          for (const word of [title, of]) expect([path, text.includes(word)]).toEqual([path, false]);
        }
        const files = ['viewers', 'markers', 'streams'].map((panel) => `/download/${of}/${panel}.csv`);
        const pictures = [`/download/${of}/viewers.svg`, `/previews/${of}.png`];
        for (const path of [`/${of}`, `/embed/${of}/viewers`, ...pictures, ...files]) {
          const { status, text } = await api.get(path, headers);
          expect([path, status, text.includes(title)]).toEqual([path, 404, false]);
        }
      }
      expect((await api.get('/v1/leaderboard')).status).toBe(401);
    } finally {
      await api.stop();
      await database.drop();
    }
  });
});
