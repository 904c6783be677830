import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Controller, Param } from '@nestjs/common';
import fc from 'fast-check';
import { Config } from '../../src/config/config.js';
import { withOwner } from '../../src/database/owner-client.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { Read } from '../../src/response-cache/read.decorator.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { EdgeCache } from '../../src/server/entry/edge-cache.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { StreamParams } from '../../src/streams/detail/stream.params.js';
import { Echo, echoOperation } from '../support/http/echo.js';
import { Factories, hoursAgo, testNow } from '../support/data/factories.js';
import { RawResponse, valueOf } from '../support/http/raw-responses.js';
import { RawConnection } from '../support/http/raw-connection.js';
import { sendRaw } from '../support/http/raw-http.js';
import { Step, stepSequences } from '../support/http/request-steps.js';
import { TestApp } from '../support/http/test-app.js';
import { createSeededDatabase, seedMoment } from '../support/database/seeded-database.js';
import type { TestDatabase } from '../support/database/test-database.js';
import { propertyRuns } from '../support/data/property-runs.js';

const token = 'token-of-the-tests-0123456789';
const board = '/v1/leaderboard';

describe('HTTP caching', () => {
  const now = new Date(testNow);
  let api: TestApp;
  let data: Factories;
  let rows: jest.SpyInstance;

  beforeAll(async () => {
    api = await TestApp.start({ now, env: { CACHE_TTL_SECONDS: '15' } });
    data = await Factories.connect(api.databaseUrl);
    const { id: streamer_id } = await data.streamer({ id: '100000001', login: 'aurora' });
    await data.streams(Array.from({ length: 40 }, () => ({ streamer_id })));
    await withOwner(api.databaseUrl, (client) => refreshLeaderboard(client, { now }));
    rows = jest.spyOn(api.app.get(PrismaService), 'rows');
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
  });

  beforeEach(() => {
    api.forgetAnswers();
    rows.mockClear();
  });

  const recent = '/v1/streamer/aurora/recent-streams';
  const headersOf = async (path: string, headers: Record<string, string> = {}) =>
    (await api.get(path, { 'Accept-Encoding': 'identity', ...headers })).headers;
  const etagOf = async (path: string, encoding = 'identity') =>
    (await headersOf(path, { 'Accept-Encoding': encoding })).get('etag') ?? '';
  const statusWith = async (ifNoneMatch: string, path = recent) =>
    (await api.send('GET', path, { 'If-None-Match': ifNoneMatch })).status;

  it('gives each response a strong entity tag and a lifetime', async () => {
    const headers = await headersOf(recent);
    expect(headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
    expect(headers.get('cache-control')).toBe('public, max-age=15, stale-while-revalidate=15');
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(headers.get('age')).toBeNull();
  });

  it.each([
    ['0', undefined, 'Accept, Authorization, Accept-Encoding'],
    ['15', undefined, 'Accept, Authorization, Accept-Encoding'],
    ['15', 'https://a.example.com', 'Accept, Authorization, Origin, Accept-Encoding'],
  ])(
    'varies responses by token if tokens are configured (TTL %s, CORS %s)',
    async (CACHE_TTL_SECONDS, CORS_ORIGINS, vary) => {
      const env = { API_TOKEN: token, CACHE_TTL_SECONDS, ...(CORS_ORIGINS && { CORS_ORIGINS }) };
      const closed = await TestApp.start({ env, databaseUrl: api.databaseUrl });
      try {
        const varyOf = async (path: string, headers: Record<string, string> = {}) => {
          const answer = await closed.get(path, { Authorization: `Bearer ${token}`, ...headers });
          return [answer.status, answer.headers.get('vary')];
        };
        const { headers } = await closed.get(board, { Authorization: `Bearer ${token}` });
        expect(headers.get('cache-control')).toMatch(
          CACHE_TTL_SECONDS === '0' ? /^private, no-cache$/ : /^private, max-age=15, /,
        );
        for (let i = 0; i < 3; i++) expect(await varyOf(board)).toEqual([200, vary]);
        expect((await closed.send('HEAD', board, { Authorization: `Bearer ${token}` })).headers.get('vary')).toBe(vary);
        const other = vary.replace('Accept, ', '').replace(', Accept-Encoding', '');
        expect(await varyOf('/v1/status')).toEqual([200, other]);
        expect(await varyOf(board, { Authorization: '' })).toEqual([401, `${other}, Accept`]);
        expect(await varyOf(`${board}?limit=0`)).toEqual([400, `${other}, Accept`]);
        const known = await closed.send('GET', board, { Authorization: `Bearer ${token}`, 'If-None-Match': '*' });
        expect([known.status, known.headers.get('vary')]).toEqual([304, vary]);
      } finally {
        await closed.stop();
      }
    },
  );

  it('requires revalidation when the cache of the service is off', async () => {
    const withoutEdgeCache = await TestApp.start({ env: { CACHE_TTL_SECONDS: '0' } });
    const { headers } = await withoutEdgeCache.get(board).finally(() => withoutEdgeCache.stop());
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
  });

  it.each([
    ['/', 'application/json', 'private'],
    ['/', 'text/html,*/*;q=0.8', 'private'],
    ['/leaderboard', 'text/html', 'public'],
    [recent, '*/*', 'public'],
    [recent, 'text/csv', 'private'],
    [recent, 'application/x-ndjson', 'private'],
    [`${recent}.csv`, '*/*', 'public'],
    ['/v1/streamer/nobody/partners', 'application/problem+json', 'no-store'],
    ['/streamers/nobody', 'text/html', 'no-store'],
    ['/v1/status', '*/*', 'no-store'],
  ])('is right behind a cache that ignores Vary: %s with Accept %s is %s', async (path, accept, scope) => {
    for (let i = 0; i < 3; i++) {
      const { headers } = await api.send('GET', path, { Accept: accept });
      expect(headers.get('cache-control')?.split(',')[0]).toBe(scope);
    }
  });

  it('returns 304 for the current entity tag, alone, in a list, weak, or *', async () => {
    const etag = await etagOf(recent);
    for (const known of [etag, `"x", ${etag}`, `W/${etag}`, `"x",W/${etag} , "y"`, '*']) {
      expect(await statusWith(known)).toBe(304);
    }
    for (const other of ['"x"', etag.replaceAll('"', ''), `"${etag}"`, 'W/*', '']) {
      expect(await statusWith(other)).toBe(200);
    }
  });

  it.each(['gzip', 'br'])('returns 304 for the entity tag of the %s encoding', async (encoding) => {
    await etagOf(recent);
    const etag = await etagOf(recent, encoding);
    expect(etag).toMatch(new RegExp(`^"[\\w-]{27}-${encoding}"$`));
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) expect(await statusWith(known)).toBe(304);
  });

  it('has no body in a 304, and the headers of the 200', async () => {
    const ok = await headersOf(recent);
    const { status, text, headers } = await api.send('GET', recent, {
      'Accept-Encoding': 'identity',
      'If-None-Match': ok.get('etag') ?? '',
    });
    expect([status, text]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary', 'x-ratelimit-limit']) {
      expect(headers.get(name)).toBe(ok.get(name));
    }
  });

  it('changes the entity tag only with the response', async () => {
    const before = await etagOf(recent);
    api.forgetAnswers();
    expect(await etagOf(recent)).toBe(before);
    api.forgetAnswers();
    await data.stream({ streamer_id: '100000001', started_at: hoursAgo(1) });
    expect(await etagOf(recent)).not.toBe(before);
  });

  it('returns the headers of GET for HEAD, from the same entry', async () => {
    const got = await headersOf(recent);
    const connection = new RawConnection(api.port);
    const answer = await connection.ask(Buffer.from(`HEAD ${recent} HTTP/1.1\r\nHost: a\r\n\r\n`));
    connection.close();
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect(valueOf(answer?.headers ?? [], name)).toBe(got.get(name));
    }
    expect(rows).toHaveBeenCalledTimes(1);
  });

  it('compresses once, each encoding with its own entity tag', async () => {
    const connection = new RawConnection(api.port);
    const bodies = [];
    for (const encoding of ['identity', 'gzip', 'br', 'gzip;q=0.5, br;q=0.1', 'zstd, *;q=0']) {
      const bytes = `GET ${recent} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
      const answer = await connection.ask(Buffer.from(bytes));
      const used = valueOf(answer?.headers ?? [], 'content-encoding');
      const body = answer?.body ?? Buffer.alloc(0);
      const plain = used === 'br' ? brotliDecompressSync(body) : used === 'gzip' ? gunzipSync(body) : body;
      bodies.push({ used, etag: valueOf(answer?.headers ?? [], 'etag'), text: plain.toString() });
    }
    connection.close();
    expect(bodies.map(({ used }) => used)).toEqual([undefined, 'gzip', 'br', 'gzip', undefined]);
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(1);
    expect(new Set(bodies.map(({ etag }) => etag)).size).toBe(3);
    expect(rows).toHaveBeenCalledTimes(1);
  });

  it('compresses a response from its second use', async () => {
    const encodings = [];
    for (let i = 0; i < 3; i++)
      encodings.push((await headersOf(recent, { 'Accept-Encoding': 'br' })).get('content-encoding'));
    expect(encodings).toEqual([null, 'br', 'br']);
  });

  it('does not compress short responses', async () => {
    // A response is compressed at the earliest on its second use.
    for (let i = 0; i < 2; i++) {
      const { headers } = await api.get('/v1/streamer/aurora/thirty-day-stats', { 'Accept-Encoding': 'br, gzip' });
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
  });

  it.each([
    [recent, `${recent}?limit=20`],
    [recent, `${recent}?utm_source=x&limit=20`],
    [recent, '/v1/streamer/AURORA/recent-streams'],
    [board, `${board}?cursor=0&sort=watchtime&limit=50`],
    [board, `${board}?v=1`],
  ])('has one entry for %s and %s', async (one, other) => {
    const { text } = await api.get(one);
    expect(await api.get(other)).toMatchObject({ status: 200, text });
    expect(rows).toHaveBeenCalledTimes(1);
    await api.get(`${one}?limit=1`);
    expect(rows).toHaveBeenCalledTimes(2);
  });

  it('shows the age of a stale response', async () => {
    await api.get(recent);
    now.setTime(now.getTime() + 16_000);
    expect((await headersOf(recent)).get('age')).toBe('16');
  });

  it.each([board, '/v1/streamers?sort=followers'])('returns %s of a new board after the refresh', async (path) => {
    const before = await api.get(path);
    await data.streams([{ streamer_id: (await data.streamer()).id }]);
    await withOwner(api.databaseUrl, (client) => refreshLeaderboard(client, { now }));
    const isNew = async () => (await api.get(path)).text !== before.text;
    for (const deadline = Date.now() + 60_000; !(await isNew()) && Date.now() < deadline;);
    expect(await isNew()).toBe(true);
  });
});

/** A value of each parameter that is not its default, and other parameters that this value needs. */
const otherValues: Readonly<Record<string, string>> = {
  ...{
    name: '2',
    id: '2',
    granularity: 'minutely',
    names: 'b',
    query: 'b',
    game: 'b',
    sort: 'followers',
    live: 'true',
  },
  ...{ from: '2026-05-04&to=2026-06-01', to: '2026-05-03&from=2026-05-02', month: '2026-05', year: '2025', days: '7' },
  ...{ tz: 'Asia/Tokyo&month=2026-05', min_minutes: '5&sort=averageviewers', min_streams: '5&sort=averageviewers' },
  ...{ limit: '7', cursor: '7', points: '7', width: '300', theme: 'dark', metric: 'rank', interval: 'day' },
  ...{ language: 'de', platform: 'kick' },
};

/** A request of an operation in which one parameter has another value. */
function requestOf(template: string, changed = ''): string {
  const isBadge = template.endsWith('badge.svg');
  const value = otherValues[changed] ?? (isBadge ? '33' : '333');
  const inPath: Record<string, string> = { name: '1', id: '1', granularity: 'hourly', [changed]: value };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '');
  const query = template.includes(`{${changed}}`) ? '' : `${changed}=${value}`;
  // Only one operation requires names, and few do not ignore them.
  return `${path}?${query}${changed === 'names' ? '' : '&names=a'}`;
}

describe('the key of a response', () => {
  const api = TestApp.whileTesting({ env: { CACHE_TTL_SECONDS: '15' } });

  const keyOf = async (path: string) => {
    api.forgetAnswers();
    const load = jest.spyOn(api.app.get(ResponseCache), 'getOrLoad');
    await api.send('GET', path);
    const [[key] = []] = load.mock.calls;
    load.mockRestore();
    expect({ path, key }).toEqual({ path, key: expect.any(Array) });
    return JSON.stringify(key);
  };

  it.each([
    ['streamer/A/stats', 'streamer/a/stats?days=30'],
    ['stats?names=a,B&month=2026-06', 'stats?tz=UTC&month=2026-06&names=A,b,a'],
    [
      'streamer/a/recent-streams?month=2026-06',
      'streamer/a/recent-streams?to=2026-07-01&limit=20&cursor=0&from=2026-06-01',
    ],
    [
      'streamer/a/follower-graph?year=2026',
      'streamer/a/follower-graph?points=1000&to=2027-01-01&from=2026-01-01T00:00Z',
    ],
    ['streamer/a/hours', 'streamer/a/hours?tz=UTC&days=30'],
    ['leaderboard', 'leaderboard?tz=utc&days=30&cursor=0&limit=50&sort=watchtime'],
    ['streams/1/graphs/hourly?from=2026-06-01T10:59Z', 'streams/1/graphs/hourly?tz=UTC&from=2026-06-01T12:00%2B02:00'],
    ['streams/1/graphs/hourly.svg?to=2026-06-01', 'streams/1/graphs/hourly.svg?width=640&to=2026-06-01T00:30Z'],
    ['totals?language=EN', 'totals?tz=UTC&interval=hour&language=en'],
  ])('is the same for /v1/%s and /v1/%s', async (path, other) => {
    expect(await keyOf(`/v1/${other}`)).toBe(await keyOf(`/v1/${path}`));
  });

  it('contains each parameter of each operation', async () => {
    const { paths } = createOpenApiDocument(api.app, api.app.get(Config));
    const requests = Object.entries(paths).flatMap(([template, { get }]) => {
      const parameters = (get?.parameters ?? []) as { name: string; schema: { enum?: unknown[] } }[];
      const changing = parameters.filter(({ name, schema }) => name !== 'bom' && schema.enum?.length !== 1);
      return get?.tags?.includes('Meta')
        ? []
        : ['', ...changing.map(({ name }) => name)].map((name) => requestOf(template, name));
    });
    const keys: string[] = [];
    for (const request of requests) keys.push(await keyOf(request));
    expect(requests.length).toBeGreaterThan(100);
    expect(requests.filter((_, i) => keys.indexOf(keys[i] ?? '') < i)).toEqual([]);
  });
});

@Controller('v1/echo/:id')
class EchoController {
  @Read('usual', echoOperation)
  answer(@Param() { id }: StreamParams): Echo {
    return { id };
  }
}

describe('a cached response', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ env: { CACHE_TTL_SECONDS: '15' }, controllers: [EchoController] });
  });

  afterAll(() => api.stop());

  it('depends on the path and not on the query', async () => {
    expect((await api.send('GET', '/v1/echo/1/usual?id=2')).body).toEqual({ id: '1' });
    expect((await api.send('GET', '/v1/echo/2/usual?id=1')).body).toEqual({ id: '2' });
    expect((await api.send('GET', '/v1/echo/2/usual')).body).toEqual({ id: '2' });
    expect((await api.send('GET', '/v1/echo/1/usual')).body).toEqual({ id: '1' });
  });

  it.each(['Content-Length: 2\r\n\r\n{}', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'])(
    'is not returned for a request with a body: %j',
    async (rest) => {
      expect((await api.send('GET', '/v1/echo/1/usual')).status).toBe(200);
      const answer = await sendRaw(api.port, `GET /v1/echo/1/usual HTTP/1.1\r\nHost: a\r\n${rest}`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});

const other = 'other-of-the-tests-0123456789';
const origin = 'https://dashboard.example.com';
const limit = 25;

const services: Record<string, Record<string, string>> = {
  'with tokens and a small budget': { API_TOKEN: `${token},${other}`, RATE_LIMIT: String(limit) },
  'with CORS, a proxy and a small budget': { CORS_ORIGINS: origin, TRUST_PROXY: '1', RATE_LIMIT: String(limit) },
  'with CORS for everyone, and documentation off': { CORS_ORIGINS: '*', DOCS_ENABLED: 'off', RATE_LIMIT: '1000000' },
};

describe.each(Object.entries(services))('a service %s', (_name, env) => {
  const now = new Date(seedMoment);
  let database: TestDatabase;
  let withEdgeCache: TestApp;
  let withoutEdgeCache: TestApp;
  let respond: jest.SpyInstance<boolean | Promise<boolean>>;

  beforeAll(async () => {
    const common = { CACHE_TTL_SECONDS: '15', ...env };
    database = await createSeededDatabase(seedMoment);
    withEdgeCache = await TestApp.start({ env: common, databaseUrl: database.url, now });
    withoutEdgeCache = await TestApp.start({ env: common, databaseUrl: database.url, now });
    jest.spyOn(withoutEdgeCache.app.get(EdgeCache), 'respond').mockReturnValue(false);
    respond = jest.spyOn(withEdgeCache.app.get(EdgeCache), 'respond');
  });

  afterAll(async () => {
    await withoutEdgeCache.stop();
    await withEdgeCache.stop();
    await database.drop();
  });

  it('returns the same bytes with and without the edge cache', async () => {
    const { paths } = createOpenApiDocument(withoutEdgeCache.app, withoutEdgeCache.app.get(Config));
    const sequences = stepSequences({
      templates: [...Object.keys(paths), '/docs-json'],
      known: {
        name: ['aurora_plays', 'AURORA_plays', '100000001', 'Minecraft', 'nobody', 'a-b'],
        id: ['40100000001', '300000001', '1', 'x'],
        granularity: ['fiveMinutes', 'hourly', 'x'],
      },
      etags: await etagsOf(withoutEdgeCache),
      authorizations: [
        ...Array.from({ length: 6 }, () => `Bearer ${token}`),
        `bearer ${other}`,
        'Bearer wrong',
        `Basic ${token}`,
        '',
      ],
      origins: [origin, 'https://evil.example.com', 'null'],
    });
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => void (await expectSame(steps))),
      propertyRuns(12),
    );
  });

  it('counts the same requests, so that the budget ends with the same request', async () => {
    passSeconds(3_600);
    const etags = await etagsOf(withoutEdgeCache);
    passSeconds(3_600);
    const asking = (more: string) =>
      `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
    // Responses with 304 count like responses with 200.
    const requests = Array.from({ length: limit + 5 }, (_, i) =>
      asking(i % 2 === 0 ? `If-None-Match: ${etags.join(', ')}\r\n` : ''),
    );
    const answers = await expectSame(requests.map((bytes) => ({ bytes })));
    const statuses = answers.map((answer) => answer?.status);
    const isLimited = env.RATE_LIMIT === String(limit);
    expect(statuses.slice(0, limit)).not.toContain(429);
    expect(statuses.slice(limit)).toEqual(
      Array.from({ length: 5 }, (_, i) => (isLimited ? 429 : (i + limit) % 2 === 0 ? 304 : 200)),
    );
    const inFront = new Set<boolean>();
    for (const { value } of respond.mock.results) inFront.add(await (value as Promise<boolean>));
    expect(inFront).toEqual(new Set([true, false]));
  });

  const passSeconds = (seconds: number) => now.setTime(now.getTime() + seconds * 1000);

  /** Sends the same requests to both services, each on one connection. */
  async function expectSame(steps: Step[]): Promise<(RawResponse | null)[]> {
    passSeconds(3_600);
    const [one, two] = [new RawConnection(withEdgeCache.port), new RawConnection(withoutEdgeCache.port)];
    const answers: (RawResponse | null)[] = [];
    try {
      for (const step of steps) {
        if ('seconds' in step) passSeconds(step.seconds);
        else answers.push(await expectSameAnswer(step.bytes, one, two));
      }
    } finally {
      one.close();
      two.close();
    }
    return answers;
  }

  async function expectSameAnswer(text: string, one: RawConnection, two: RawConnection): Promise<RawResponse | null> {
    const bytes = Buffer.from(text, 'latin1');
    const answer = await one.ask(bytes);
    expect(comparable(answer)).toEqual(comparable(await two.ask(bytes)));
    // Background loads must be complete, or absent, for both services.
    for (const { app } of [withEdgeCache, withoutEdgeCache]) {
      const loads = [...app.get(ResponseCache)['loads'].values()];
      await Promise.allSettled(loads.map((load) => load.stored));
    }
    return answer;
  }
});

/** A response without its date and without a generated request ID. The headers are sorted because their order has no meaning. */
function comparable(answer: RawResponse | null): unknown {
  if (answer === null) return null;
  // IDs from requests are shorter.
  const head = answer.head.replace(/\r\nDate: [^\r]*/, '').replace(/X-Request-Id: [\w-]{36}/, '');
  return { head: head.split('\r\n').sort(), body: createHash('sha1').update(answer.body).digest('hex') };
}

async function etagsOf(api: TestApp): Promise<string[]> {
  const paths = ['/v1/leaderboard', '/v1/streamer/aurora_plays/partners'];
  const etags: string[] = [];
  for (const path of paths) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await api.send('GET', path, {
        'Accept-Encoding': encoding,
        Authorization: `Bearer ${token}`,
      });
      etags.push(headers.get('etag') ?? '');
    }
  }
  return etags;
}
