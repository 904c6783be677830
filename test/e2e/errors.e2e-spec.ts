import { Config } from '../../src/config/config.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { examplePaths } from '../support/http/seeded-paths.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { sendRaw } from '../support/http/raw-http.js';
import { TestApp } from '../support/http/test-app.js';

interface Documented {
  responses: { 500: { content: { 'application/json': { example: object } } } };
}

const token = 'token-of-the-tests-0123456789';
const authorization = { Authorization: `Bearer ${token}` };
const wanted = 'application/json, application/problem+json';
/** The example body of an operation's error 500. */
const failureOf = (operation: object | undefined) =>
  (operation as Documented | undefined)?.responses['500'].content['application/json'].example;
const columns = 'sort, limit, cursor, days, month, tz, language, platform, min_minutes, min_streams, bom';

/** Requests with a query parameter that their operation does not have. */
const refused: [path: string, error: string][] = [
  ['/v1/leaderboard?limt=5', `limt is not a query parameter of this operation; valid query parameters: ${columns}`],
  [
    '/v1/leaderboard?limit=0&page=2',
    `page is not a query parameter of this operation; valid query parameters: ${columns}`,
  ],
  [
    '/v1/leaderboard?__proto__=1',
    `__proto__ is not a query parameter of this operation; valid query parameters: ${columns}`,
  ],
  [
    '/v1/leaderboard?limit[]=1',
    `A name in the query is not a query parameter of this operation; valid query parameters: ${columns}`,
  ],
  [
    '/v1/events/public?offset=5',
    'offset is not a query parameter of this operation; valid query parameters: limit, cursor, bom',
  ],
  [
    '/v1/streamer/nobody/partners?limit=5',
    'limit is not a query parameter of this operation; valid query parameters: bom',
  ],
  [
    '/v1/streams/1/graphs/hourly.svg?points=9',
    'points is not a query parameter of this operation; valid query parameters: from, to, tz, width, height, theme',
  ],
  ['/v1/streams/1/before?_=1', '_ is not a query parameter of this operation; valid query parameters: none'],
  ['/v1/status?x', 'x is not a query parameter of this operation; valid query parameters: none'],
];

describe('errors', () => {
  const api = TestApp.whileTesting();

  it('returns 404 for an unknown route and does not repeat the path', async () => {
    const { status, body, text } = await api.get('/v1/<script>');
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'This path does not exist. For the operations of this API, see /docs.' });
    expect(text).not.toContain('script');
  });

  it.each([
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method) => [method, '/v1/leaderboard', 405] as const),
    ['POST', '/v1/nothing', 404],
    ['OPTIONS', '/v1/nothing', 404],
    ['OPTIONS', '/v1/leaderboard', 204],
  ] as const)('%s %s returns %d and the allowed methods', async (method, path, expected) => {
    const { status, headers, body } = await api.send(method, path);
    expect([status, headers.get('allow')]).toEqual([expected, expected === 404 ? null : 'GET, HEAD']);
    if (expected === 405) {
      expect(body).toEqual({ error: `Method ${method} is not allowed. Use GET or HEAD.` });
    }
  });

  it.each([
    ['/v1/leaderboard#part', 200],
    ['/v1/leaderboard\\#part', 404],
    ['/\\#part', 404],
  ])('ignores the fragment of %s', async (path, expected) => {
    const received = await sendRaw(api.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(received).toContain(`HTTP/1.1 ${expected} `);
  });

  it('treats HEAD like GET, without the body', async () => {
    const { status, text } = await api.send('HEAD', '/v1/leaderboard');
    expect(status).toBe(200);
    expect(text).toBe('');
  });

  it('returns 414 for a URL of 8,001 characters and accepts 8,000', async () => {
    const path = '/v1/leaderboard?x=';
    const longest = await api.send('GET', path + 'a'.repeat(8000 - path.length));
    const tooLong = await api.send('GET', path + 'a'.repeat(8001 - path.length));
    expect(longest.status).toBe(200);
    expect(tooLong.status).toBe(414);
    expect(tooLong.body).toEqual({ error: 'The URL is longer than 8000 characters. Use several requests.' });
  });

  it('returns 400 for a query of 33 parameters and accepts 32', async () => {
    const query = (count: number) => Array.from({ length: count - 1 }, (_, i) => `a${i}=1`).join('&');
    const { status, body } = await api.send('GET', `/v1/leaderboard?${query(32)}&limit=0`);
    expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringContaining('limit') } });
    expect(await api.send('GET', `/v1/leaderboard?${query(33)}&limit=1`)).toMatchObject({
      status: 400,
      body: { error: 'The query has more than 32 parameters.' },
    });
  });

  const board = 'GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\n';

  it.each([
    ...['/v1/streamer/%ZZ/partners', '/v1/streamer/%E0%A4%A/partners', '/%', '/%C3%28', '/a%E0%A4/b', '/%FF'].map(
      (path) => [`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, 400, 'percent sign'] as const,
    ),
    ['hello\r\n\r\n', 400, 'not a valid HTTP request'],
    [`${board}Content-Length: 4\r\n\r\n{bad`, 400, 'has a body'],
    [`${board}Transfer-Encoding: chunked\r\n\r\n4\r\n{bad\r\n0\r\n\r\n`, 400, 'has a body'],
    [`${board}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'longer than 16 KiB in total'],
    ...['/%20', '/%C3%A9', '/%25', '/%00', '/ok?x=%ZZ'].map(
      (path) => [`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, 404, 'This path does not exist'] as const,
    ),
  ] as const)('responds to %j with %d', async (request, status, words) => {
    const received = await sendRaw(api.port, request.replace('Host: a', 'Host: a\r\nConnection: close'));
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toMatch(/\r\nConnection: close\r\n/i);
    expect(bodyOf(received)).toEqual({ error: expect.stringContaining(words) });
  });

  it.each(['h2c', 'websocket'])(
    'handles a request to upgrade to %s like any other request, and closes the connection',
    async (protocol) => {
      const upgrade = `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
      const startedAt = performance.now();
      for (const received of [await sendRaw(api.port, upgrade, 60_000), await sendRaw(api.port, upgrade, 60_000)]) {
        expect(received).toMatch(/^HTTP\/1\.1 200 /);
        expect(received).toMatch(/\r\nConnection: close\r\n/i);
      }
      // An idle connection would stay open for 65 seconds.
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    },
  );

  it('accepts a GET that declares an empty body', async () => {
    const received = await sendRaw(api.port, `${board}Content-Length: 0\r\nConnection: close\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a database that fails', () => {
  it('returns a sentence per operation, logs the cause, and does not reveal it', async () => {
    const lines: string[] = [];
    const env = { DATABASE_READER_URL: 'postgresql://nobody:secret@127.0.0.1:1/none', LOG_LEVEL: 'error' };
    const api = await TestApp.start({ env, now: new Date(), onLog: (line) => lines.push(line) });
    try {
      const { paths } = createOpenApiDocument(api.app, api.app.get(Config));
      for (const [template, { get }] of Object.entries(paths)) {
        if (template.startsWith('/v1/health/')) continue;
        const path = examplePaths[get?.operationId ?? ''] ?? '';
        const { status, headers, body } = await api.get(path);
        const isPicture = template.endsWith('.svg');
        const failure = isPicture
          ? { error: 'The service cannot read its data. Try again in 5 seconds.' }
          : failureOf(get);
        expect({ path, status, body }).toEqual({ path, status: isPicture ? 503 : 500, body: failure });
        expect(headers.get('retry-after')).toBe('5');
      }
      expect(await api.get('/v1/health/ready')).toMatchObject({
        status: 503,
        body: { error: 'The database is unreachable.' },
      });
      expect(await api.get('/v1/health/live')).toMatchObject({ status: 200 });
      // All failures happen within one second. The log shows the first five.
      expect(lines).toHaveLength(5);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', status: 500, err: expect.anything() });
    } finally {
      await api.stop();
    }
  });
});

describe('problem details, for clients whose Accept names them', () => {
  const api = TestApp.whileTesting({ env: { API_TOKEN: token } });

  it.each([
    ['GET', '/v1/leaderboard?limit=0', authorization, 400, 'Bad Request'],
    ['GET', '/v1/leaderboard', {}, 401, 'Unauthorized'],
    ['GET', '/v1/streamer/nobody/partners', authorization, 404, 'Not Found'],
    ['GET', '/v1/nothing', {}, 404, 'Not Found'],
    ['POST', '/v1/leaderboard', {}, 405, 'Method Not Allowed'],
    ['GET', `/v1/leaderboard?x=${'a'.repeat(8000)}`, {}, 414, 'URI Too Long'],
  ])('contain the same error as plain JSON (%s %.40s, %j: %d)', async (method, path, headers, status, title) => {
    const usual = await api.send<{ error: string }>(method, path, { ...headers, Accept: '*/*' });
    expect(usual.text).toBe(JSON.stringify({ error: usual.body.error }));
    expect(usual.headers.get('content-type')).toBe('application/json; charset=utf-8');

    const asked = await api.send(method, path, { ...headers, Accept: wanted });
    expect(asked.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(asked.body).toEqual({ type: 'about:blank', title, status, detail: usual.body.error });
    for (const answer of [usual, asked]) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('vary')).toMatch(/(^|, )Accept$/);
    }
  });

  it('do not change responses that are successful', async () => {
    const usual = await api.send('GET', '/v1/leaderboard', { ...authorization, Accept: '*/*' });
    const asked = await api.send('GET', '/v1/leaderboard', { ...authorization, Accept: 'application/problem+json' });
    expect([asked.status, asked.text]).toEqual([200, usual.text]);
    expect(asked.headers.get('vary')).toBe('Accept, Authorization, Accept-Encoding');
  });

  it('describe errors of the HTTP parser, as far as it read Accept', async () => {
    const head = `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nAccept: ${wanted}\r\n`;
    for (const rest of [`X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 'not a header\r\n\r\n']) {
      const received = await sendRaw(api.port, head + rest);
      expect(received).toContain('Content-Type: application/problem+json; charset=utf-8\r\n');
      expect(received).toMatch(/^HTTP\/1\.1 (431|400) /);
    }
  });

  it('describe requests that are refused before any operation, and limited clients', async () => {
    const noHost = await sendRaw(api.port, `GET /v1/leaderboard HTTP/1.1\r\nAccept: ${wanted}\r\n\r\n`);
    expect(noHost).toContain('"status":400,"detail":"The request has no Host header');
    const limited = await TestApp.start({ env: { RATE_LIMIT: '1' }, databaseUrl: api.databaseUrl });
    try {
      await limited.send('GET', '/v1/leaderboard');
      const { status, body } = await limited.send('GET', '/v1/leaderboard', { Accept: wanted });
      expect([status, body]).toEqual([429, expect.objectContaining({ title: 'Too Many Requests', status: 429 })]);
    } finally {
      await limited.stop();
    }
  });
});

describe('unknown query parameters', () => {
  let database: TestDatabase;
  let strict: TestApp;
  let lines: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { STRICT_QUERY: 'on', API_TOKEN: token, RATE_LIMIT: '1000', LOG_LEVEL: 'trace' };
    strict = await TestApp.start({ env, databaseUrl: database.url, onLog: (line) => lines.push(line) });
  });

  afterAll(async () => {
    await strict.stop();
    await database.drop();
  });

  beforeEach(() => {
    lines = [];
  });

  it('are ignored unless STRICT_QUERY is on', async () => {
    const api = await TestApp.start({ databaseUrl: database.url });
    try {
      const { text } = await api.get('/v1/leaderboard');
      for (const query of ['?limt=5', '?_=1', '?sort=watchtime&Limit=0']) {
        expect(await api.get(`/v1/leaderboard${query}`)).toMatchObject({ status: 200, text });
      }
      expect((await api.get('/v1/status?x')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });

  it.each(refused)('are refused, and the error lists the parameters of the operation: %s', async (path, error) => {
    for (let i = 0; i < 2; i++) {
      expect(await strict.get(path, authorization)).toMatchObject({ status: 400, body: { error } });
    }
  });

  it('are refused even if the response without them is in the cache', async () => {
    for (const query of ['', '?limt=5', '?sort=followers&limit=5&cursor=1', '?limt=5']) {
      const expected = query === '?limt=5' ? 400 : 200;
      expect((await strict.get(`/v1/leaderboard${query}`, authorization)).status).toBe(expected);
    }
    expect((await strict.get('/docs?deepLinking=1')).status).toBe(200);
  });

  it('are refused after the token and the budget are checked', async () => {
    expect((await strict.get('/v1/leaderboard?limt=5')).status).toBe(401);
    const remaining = async () =>
      Number((await strict.get('/v1/leaderboard?limt=5', authorization)).headers.get('x-ratelimit-remaining'));
    expect((await remaining()) - (await remaining())).toBe(1);
  });

  it('show no token in the response or the log', async () => {
    const { text } = await strict.get(`/v1/leaderboard?${token}=1`, authorization);
    expect(text).toContain('A name in the query');
    expect(text + lines.join('')).not.toContain(token);
    expect(lines.length).toBeGreaterThan(0);
  });
});

function bodyOf(received: string): unknown {
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4));
}
