import { HTMLElement } from 'node-html-parser';
import { withOwner } from '../../src/database/owner-client.js';
import { durationText } from '../../src/pages/parts/duration-text.js';
import { MetaService } from '../../src/meta/meta.service.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { sendRaw } from '../support/http/raw-http.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { TestApp } from '../support/http/test-app.js';
import { TestDatabase } from '../support/database/test-database.js';
import { attributesOf, openPage, parseMarkup, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const token = 'token-of-the-tests-0123456789';
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function expectSuggestion(page: HTMLElement, name: string, path: string): void {
  expect(page.text).toContain(`Did you mean ${name}`);
  expect(page.querySelector(`main a[href="${path}"]`)?.text).toBe(name);
}

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
    const page = await openPage(api, '/streamers/aurora_plays');
    for (const panel of ['followers', 'viewers', 'airtime', 'hours', 'games', 'streams']) {
      const path = page.querySelector(`section#${panel} textarea[id$="-call"]`)?.text ?? '';
      expect([panel, path]).toEqual([panel, expect.stringMatching(/^\/v1\//)]);
      const { status } = await api.get(path);
      expect([path, status]).toEqual([path, 200]);
    }
  });

  it('count the minutes of a live stream up to its last observation, as the API does', async () => {
    type Live = { id: string; live_minutes: number; is_stale: boolean };
    const { body } = await api.get<Live[]>('/v1/streams/live');
    for (const { id, live_minutes } of body.filter(({ is_stale }) => !is_stale)) {
      const page = await openPage(api, `/streams/${id}`);
      const described = attributesOf(page, '[content], [aria-label]', 'content').flatMap(
        (text) => /, ([\w ]+) long\.$/.exec(text)?.[1] ?? [],
      )[0];
      const tiles = page.querySelectorAll('.tile').filter((tile) => wordsOf(tile).startsWith('Live for'));
      const tile = tiles[0]?.querySelector('.value')?.text.trim() ?? '';
      // A minute may pass between the two requests.
      const possible = [live_minutes, live_minutes + 1].map(durationText);
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
    const page = await openPage(api, '/streams/40100000001');
    const tiles = wordsOfEach(page, '.tile');
    expect(tiles).toContainEqual(expect.stringMatching(/^Peak viewers .*2,995 (today|yesterday) at \d\d:\d\d/));
    expect(tiles).toContainEqual(expect.stringMatching(/^Average viewers .*▲.*8%.* from 2,247/));
    const words = wordsOf(page);
    expect(words).toContain('Changes are against the stream before: ');
    expect(words).toContain(' in Minecraft . Part of ');
    const links = attributesOf(page, 'a', 'href');
    expect(links).toEqual(expect.arrayContaining(['/streams/40100000002', '/games/Minecraft']));
  });

  it('name each name that a comparison leaves out, and have no focus before a mistake', async () => {
    const comparison = (streamers: string) => openPage(api, `/compare?streamers=${streamers}`);
    const page = await comparison('n1,n2,n3,n4,n5,sixth,n7');
    expect(page.text).toContain('Only the first 5 names were looked up, not sixth or n7.');
    const four = 'aurora_plays,nightshift_radio,worldstage_arena,mossy_lantern';
    expect((await comparison(`${four},n5,n6`)).text).toContain('at most 4 streamers. Remove a name to add n6.');
    expect(page.querySelector('[autofocus]')).not.toBeNull();
    expect((await comparison('aurora_plays')).querySelector('[autofocus]')).toBeNull();
  });

  it('add live streamers to the comparison', async () => {
    expect((await openPage(api, '/leaderboard')).querySelector('section#live [data-compare]')).not.toBeNull();
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
    const titles = wordsOfEach(await openPage(api, '/streams/40100002007'), 'section#viewers title');
    expect(titles).toEqual(expect.arrayContaining(['Music', '1 First request']));
  });

  it('show the games and the number of streamers that a search found', async () => {
    const foundBy = async (query: string) => wordsOf(await openPage(api, query));
    expect(await foundBy('/search?q=rora_pl')).toMatch(/ Search for rora_pl .* 2 found\. .*AuroraPlays /);
    expect(await foundBy('/search?q=100000001')).toContain(' 1 found. ');
    expect(await foundBy('/search?q=ches')).toMatch(/ Games .* Chess .* Streamers /);
    expect(await foundBy('/search?q=ches')).toMatch(/ Games .*[^,\d]1 found\. The last 30 days/);
    expect(await foundBy('/search?q=Mincraft')).toMatch(/ Games .* Minecraft /);
    expect(await foundBy('/search?q=ches&cursor=30')).not.toMatch(/ Chess | found\./);
    expect(await foundBy('/search?q=a&cursor=30')).toContain(' /v1/streamers?query=a&limit=30&cursor=30 ');
    expect(await foundBy('/search?q=https://www.twitch.tv/aurora_plays?sr=a')).toMatch(/ 2 found\. .*AuroraPlays /);
    expect(await foundBy('/search?q=zzzzzz')).toMatch(/ 0 found\. .*No matching streamers\./);
  });

  it('show live streams with a tag or a title, and the titles that a search found', async () => {
    const titled = await openPage(api, '/live?title=SONG+queue');
    expect(wordsOf(titled.querySelector('#live'))).toContain('!song to join the queue');
    expect(titled.querySelector('input[name=title]')?.getAttribute('value')).toBe('SONG queue');
    expect(titled.querySelector('summary b')?.textContent).toBe('SONG queue');
    const none = await openPage(api, '/live?tag=nothing');
    expect(wordsOf(none.querySelector('#live'))).toContain('No such live streams.');
    const found = await openPage(api, '/search?q=song');
    expect(wordsOf(found.querySelector('#live'))).toMatch(/By title, .* NightshiftRadio .*!song to join the queue/);
    expect((await openPage(api, '/search?q=song&platform=kick')).querySelector('#live')).toBeNull();
    expect((await openPage(api, '/search?q=song&cursor=30')).querySelector('#live')).toBeNull();
    const file = await api.get('/download/live.csv?title=song');
    expect(file.text.match(/!song/g)?.length).toBe(file.text.trim().split('\n').length - 1);
  });

  it('suggest streamers, then games, with images only if PAGES_IMAGES is on', async () => {
    const withImages = await TestApp.start({ databaseUrl: database.url, env: { PAGES_IMAGES: 'on' } });
    const optionsOf = async (site: TestApp, query: string) =>
      (await openPage(site, `/search/suggestions?q=${encodeURIComponent(query)}`)).querySelectorAll('li');
    try {
      const [streamer] = await optionsOf(withImages, 'aurora_plays');
      const aurora = { 'data-name': 'aurora_plays', 'data-path': '/streamers/aurora_plays' };
      expect(streamer?.attributes).toMatchObject(aurora);
      expect(streamer?.querySelector('img.avatar')?.getAttribute('src')).toMatch(/^https:/);
      expect(wordsOf(streamer)).toMatch(/^AuroraPlays .* followers$/);
      expect((await optionsOf(api, 'aurora_plays'))[0]?.querySelector('img')).toBeNull();
      const game = (await optionsOf(api, 'chess')).at(-1);
      expect([game?.getAttribute('data-path'), wordsOf(game)]).toEqual([
        '/games/Chess',
        expect.stringMatching(/^C Chess .*Game .* streamers/),
      ]);
      expect((await optionsOf(api, 'auroa plays'))[0]?.attributes).toMatchObject(aurora);
      expect(await optionsOf(api, ' ')).toEqual([]);
    } finally {
      await withImages.stop();
    }
  });

  it('suggest streamers with a similar name if a search finds none', async () => {
    expectSuggestion(await openPage(api, '/search?q=Auroa+Plays'), 'AuroraPlays', '/streamers/aurora_plays');
    for (const path of ['/search?q=Aurora+Plays', '/search?q=zzzzzz', '/search']) {
      expect((await api.get(path, browser)).text).not.toContain('Did you mean');
    }
  });

  it('suggest streamers with a similar name at the address of an unknown one', async () => {
    const { status, text } = await api.get('/streamers/auora_plays', browser);
    expect(status).toBe(404);
    const page = parseMarkup(text);
    expect(page.querySelector('h1')?.text).toBe('Nobody here by the name “auora_plays”');
    expectSuggestion(page, 'AuroraPlays', '/streamers/aurora_plays');
  });

  it.each(['/games/minecraft', '/games/Minecarft'])('suggest games with a similar name at %s', async (path) => {
    const { status, text } = await api.get(path, browser);
    expect(status).toBe(404);
    const page = parseMarkup(text);
    expect(page.querySelector('h1')?.text).toMatch(/^No game “\w+” in the last 30 days$/);
    expectSuggestion(page, 'Minecraft', '/games/Minecraft');
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
      const page = await openPage(api, path);
      expect(wordsOfEach(page, 'bdi')).toContain('Forgotten');
      const links = new Set(attributesOf(page, '[href^="/games/"]', 'href'));
      for (const link of links) expect([link, (await api.get(link, browser)).status]).toEqual([link, 200]);
      expect(links.size > 0).toBe(path.startsWith('/streamers'));
    }
  });

  it('link each tile, and panels, to definitions that exist', async () => {
    const about = await openPage(api, '/about');
    for (const path of ['/', '/live', '/streamers/aurora_plays', '/streams/40100000001', '/events/300000001']) {
      const page = await openPage(api, path);
      const links = attributesOf(page, 'a.info', 'href');
      expect({ path, count: links.length }).not.toEqual({ path, count: 0 });
      for (const link of links) expect([link, about.getElementById(link.replace('/about#', ''))]).not.toContain(null);
      expect(page.querySelectorAll('.tile').filter((tile) => !tile.querySelector('dt a.info'))).toEqual([]);
    }
  });

  it('explain the figures without Markdown syntax', async () => {
    const page = await openPage(api, '/about');
    expect(wordsOfEach(page, 'em')).toContain('started');
    expect(page.querySelector('section#average-viewers')).not.toBeNull();
    expect(wordsOfEach(page, 'ol.bullets li')).toContain('The whole login or display name, or the channel ID.');
    for (const code of page.querySelectorAll('code, pre')) code.remove();
    expect(page.text).not.toMatch(/\*|\]\(|^\s*\d+\. |`/m);
  });

  it.each(['/streamers/aurora_plays', '/docs'])(
    'load files with the hash of their content in the name, and let browsers keep them for a year: %s',
    async (path) => {
      const page = await openPage(api, path);
      const files = ['src', 'href'].flatMap((name) => attributesOf(page, `[${name}^="/assets/"]`, name));
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) {
        expect(file).toMatch(/\.[0-9a-f]{16}\.(css|js)$/);
        const { status, headers } = await api.get(file);
        expect(status).toBe(200);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect((await api.get(file, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
      }
      expect((await api.get('/assets/pages.0123456789abcdef.css')).status).toBe(404);
      expect((await api.get('/assets/pages.css')).status).toBe(404);
    },
  );

  it('show errors as pages to browsers, and as JSON to other clients and below /v1', async () => {
    for (const [path, status, reason] of [
      ['/streamers/nobody', 404],
      ['/nothing', 404],
      ['/streamers/a!b', 400, 'name must be a login ('],
      ['/leaderboard?sort=fame', 400, 'sort must be one of watchtime, '],
    ] as const) {
      const page = await api.get(path, browser);
      expect({ path, status: page.status }).toEqual({ path, status });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(wordsOf(parseMarkup(page.text).querySelector('.error-page')).includes('must be')).toBe(status === 400);
      expect(page.text).toContain(reason ?? '');
      expect(page.headers.get('content-security-policy')).toBe(policy);
      expect(page.headers.get('vary')).toMatch(/Accept(,|$)/);
      const { headers, body } = await api.get(path);
      expect(headers.get('content-type')).toContain('application/json');
      expect(body).toEqual({ error: expect.any(String) });
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
      const page = parseMarkup(text);
      expect(page.querySelector('h1')?.text).toBe('Not available, trying again in 5 s');
      expect(page.querySelector('[role=status]')?.text).toContain(`${cause} This page loads again by itself`);
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
    const status = jest.spyOn(api.app.get(MetaService), 'findDataState').mockRejectedValue(new Error('the cause'));
    try {
      const { status: code, headers, text } = await api.get('/', browser);
      expect(code).toBe(500);
      expect(headers.get('refresh')).toBeNull();
      expect(parseMarkup(text).querySelector('h1')?.text).toBe('Something went wrong here');
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
    const [file = ''] = attributesOf(parseMarkup(text), '[href^="/assets/"]', 'href');
    for (let i = 0; i < 5; i++) expect((await api.get(file)).status).toBe(200);
    await api.get('/', browser);
    const limited = await api.get('/', browser).finally(() => api.stop());
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).not.toBeNull();
    expect(parseMarkup(limited.text).querySelector('h1')?.text).toBe('Too many pages at once');
  });
});

describe('if tokens are configured', () => {
  it('the pages are absent', async () => {
    const api = await TestApp.start({ env: { API_TOKEN: token } });
    try {
      expect((await api.get('/', browser)).body).toMatchObject({ name: 'Streaming analytics API' });
      for (const path of ['/leaderboard', '/streamers/aurora_plays', '/streamers/a!b', '/nothing']) {
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
          ...['/streamers/aurora_plays', '/events', '/about', '/live', '/leaderboard'],
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
