import pg from 'pg';
import { sendRaw } from '../support/http/raw-http.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, parseMarkup } from '../support/pages/markup.js';

const token = 'token-of-the-tests-0123456789';
const auth = `Authorization: Bearer ${token}`;
const board = 'GET /v1/leaderboard HTTP/1.1';

const strict = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

const dashboard = 'https://dashboard.example.com';
const overlay = 'http://localhost:5173';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A request line, headers and, after an empty line, a body. */
type Request = string[];

const responses: [name: string, status: number, request: Request][] = [
  ['data', 200, [board, auth]],
  ['a response to HEAD', 200, ['HEAD /v1/leaderboard HTTP/1.1', auth]],
  ['a response that the client has', 304, [board, auth, 'If-None-Match: *']],
  ['OPTIONS', 204, ['OPTIONS /v1/leaderboard HTTP/1.1']],
  ['a health check', 200, ['GET /v1/health/ready HTTP/1.1']],
  ['the OpenAPI document', 200, ['GET /docs-json HTTP/1.1']],
];

const errors: [name: string, status: number, request: Request][] = [
  ['a bad parameter', 400, ['GET /v1/leaderboard?limit=0 HTTP/1.1', auth]],
  ['bad percent-encoding', 400, ['GET /v1/streamer/%ZZ/partners HTTP/1.1', auth]],
  ['a body', 400, [board, auth, 'Content-Length: 4', '', 'body']],
  ['invalid HTTP', 400, ['hello']],
  ['no token', 401, [board]],
  ['a wrong token', 401, [board, 'Authorization: Bearer wrong']],
  ['several tokens', 401, [board, auth, auth]],
  ['an unknown route', 404, ['GET /v1/nothing HTTP/1.1']],
  ['an unknown route with another method', 404, ['POST /v1/nothing HTTP/1.1']],
  ['an unknown streamer', 404, ['GET /v1/streamer/nobody/partners HTTP/1.1', auth]],
  ['an unknown stream', 404, ['GET /v1/streams/1/message-stats HTTP/1.1', auth]],
  ['an unused file of Swagger UI', 404, ['GET /docs/package.json HTTP/1.1']],
  ['another method', 405, ['DELETE /v1/leaderboard HTTP/1.1', auth]],
  ['a URL that is too long', 414, [`GET /v1/leaderboard?x=${'a'.repeat(8_000)} HTTP/1.1`]],
  ['headers that are too long', 431, [board, `X-Long: ${'a'.repeat(20_000)}`]],
];

/** Patterns that reveal internals: software, files, SQL, stacks, addresses. Only the status shows the version of the service. */
const inside = [
  /express|nest|node(?!_)|prisma|postgres|redis|swagger-ui@|x-powered-by|\r\nserver:/i,
  /\/src\/|\/dist\/|node_modules|\.[cm]?[jt]s\b|\/home\/|\/root\//,
  /\bselect\b|relation|column|syntax|constraint|permission denied|sqlstate|\b[0-9A-Z]{5}\b.*query/i,
  /\bat .+:\d+|Error:|\bstack\b|exception/i,
  /localhost|127\.0\.0\.1|ECONN|:5432/,
  /\b1\.0\.0\b/,
];

describe('response headers for browsers', () => {
  const lines: string[] = [];
  const api = TestApp.whileTesting({
    env: { API_TOKEN: token, LOG_LEVEL: 'debug' },
    onLog: (line) => lines.push(line),
  });

  it.each([...responses, ...errors])(
    'are strict, appear once, and reveal no internals: %s',
    async (name, status, request) => {
      // The second response may come from the cache.
      for (let i = 0; i < 2; i++) {
        const { headers, names, text, ...response } = responseOf(await sendRaw(api.port, bytesOf(request)));
        expect(response.status).toBe(status);
        expect(headers).toMatchObject(strict);
        expect(names).toEqual([...new Set(names)]);
        expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
        if (status >= 400) expect(headers['content-type']).toBe('application/json; charset=utf-8');
        // Some caches store other responses without Cache-Control for hours.
        if (status >= 400 || name === 'a health check') expect(headers['cache-control']).toBe('no-store');
        // Data and the document may contain any name.
        const told = status === 200 ? text.slice(0, text.indexOf('\r\n\r\n')) : text;
        for (const pattern of inside) expect(told).not.toMatch(pattern);
      }
    },
  );

  const idOf = async (given: Record<string, string>, path = '/v1/leaderboard', method = 'GET') =>
    (await api.send(method, path, { Authorization: `Bearer ${token}`, ...given })).headers.get('x-request-id');

  it.each(['a', '1', 'trace:00-4bf92f3577b34da6.b7_x', 'a'.repeat(128)])('has the request ID %s', async (id) => {
    expect(await idOf({ 'X-Request-Id': id })).toBe(id);
  });

  it.each([undefined, '', 'a b', 'a,b', '<script>', 'a"b', "a'b", '{}', 'a/b', 'é', 'a\tb', 'a'.repeat(129)])(
    'has a new request ID for %j',
    async (id) => {
      const ids = [await idOf(id === undefined ? {} : { 'X-Request-Id': id }), await idOf({})];
      expect(ids).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
      expect(ids[0]).not.toBe(ids[1]);
    },
  );

  it.each([
    ['GET', '/v1/leaderboard?limit=0'],
    ['GET', '/v1/nothing'],
    ['POST', '/v1/leaderboard'],
    ['GET', `/v1/leaderboard?x=${'a'.repeat(5_000)}`],
    ['GET', '/v1/health/live'],
    ['GET', '/docs-json'],
  ])('has the request ID of any request (%s %.25s)', async (method, path) => {
    expect(await idOf({ 'X-Request-Id': 'mine' }, path, method)).toBe('mine');
  });

  it('has the request ID from the log line of a failed request', async () => {
    await idOf({ 'X-Request-Id': 'find-me' }, '/v1/leaderboard?limit=0');
    expect(JSON.parse(lines.find((line) => line.includes('find-me')) ?? '')).toMatchObject({
      ...{ requestId: 'find-me', method: 'GET', route: '/v1/leaderboard', level: 'debug', status: 400 },
    });
  });
});

describe('CORS', () => {
  const env = { CORS_ORIGINS: `${dashboard},${overlay}`, RATE_LIMIT: '3', TRUST_PROXY: '1' };
  const api = TestApp.whileTesting({ env });
  let client = 0;

  // Each test has its own budget.
  beforeEach(() => void (client += 1));

  const ask = (Origin: string, path = '/v1/leaderboard') =>
    api.send('GET', path, { Origin, 'X-Forwarded-For': `192.0.2.${client}` });
  const allowedFor = async (origin: string, path?: string) =>
    (await ask(origin, path)).headers.get('access-control-allow-origin');

  it('allows only pages of the configured origins to read responses, and sets Vary for caches', async () => {
    expect(await allowedFor(dashboard)).toBe(dashboard);
    expect(await allowedFor(overlay)).toBe(overlay);
    for (const origin of ['https://evil.example.com', 'https://dashboard.example.com.evil.com', 'null']) {
      expect(await allowedFor(origin, '/v1/health/live')).toBeNull();
    }
    expect((await ask(dashboard)).headers.get('vary')).toContain('Origin');
  });

  it('allows pages to read errors, and the headers that say what to do', async () => {
    expect(await allowedFor(dashboard, '/v1/leaderboard?limit=0')).toBe(dashboard);
    expect(await allowedFor(dashboard, '/v1/nothing')).toBe(dashboard);
    for (let i = 0; i < 2; i++) await ask(dashboard);
    const { status, headers } = await ask(dashboard);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([429, dashboard]);
    expect(headers.get('access-control-expose-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Retry-After', 'X-Request-Id']),
    );
  });

  it('responds to the preflight of a request with a token', async () => {
    const { status, headers } = await api.send('OPTIONS', '/v1/leaderboard', {
      Origin: dashboard,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': dashboard,
      'access-control-allow-methods': 'GET,HEAD',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '7200',
    });
  });

  it('allows pages of any origin to read responses if the origin is *', async () => {
    const open = await TestApp.start({ env: { CORS_ORIGINS: '*' }, databaseUrl: api.databaseUrl });
    const { headers } = await open.send('GET', '/v1/leaderboard', { Origin: overlay }).finally(() => open.stop());
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a response to a request that fails', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ env: { RATE_LIMIT: '4' } });
    const owner = new pg.Client({ connectionString: api.databaseUrl });
    await owner.connect();
    await owner.query('ALTER TABLE board_entries RENAME COLUMN display_name TO gone');
    await owner.query('ALTER TABLE data_summary RENAME TO gone');
    await owner.end();
  });

  afterAll(() => api.stop());

  it.each([
    [500, '/v1/leaderboard'],
    [500, '/v1/status'],
    [400, '/v1/leaderboard?sort=1'],
    [404, '/v1/streamer/nobody/partners'],
    [429, '/v1/leaderboard'],
  ])('does not reveal the failure (%d, %s), and has strict headers', async (status, path) => {
    const response = responseOf(await sendRaw(api.port, bytesOf([`GET ${path} HTTP/1.1`])));
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject(strict);
    for (const pattern of inside) expect(response.text).not.toMatch(pattern);
  });

  it('does not reveal the failure of an unreachable database (503)', async () => {
    const env = { DATABASE_READER_URL: 'postgresql://reader:hunter2@127.0.0.1:1/gone' };
    const away = await TestApp.start({ env, databaseUrl: api.databaseUrl });
    try {
      for (const path of ['/v1/health/ready', '/v1/leaderboard', '/v1/status']) {
        const response = responseOf(await sendRaw(away.port, bytesOf([`GET ${path} HTTP/1.1`])));
        expect([500, 503]).toContain(response.status);
        expect(response.headers).toMatchObject(strict);
        for (const pattern of [...inside, /hunter2|reader|gone/]) expect(response.text).not.toMatch(pattern);
      }
    } finally {
      await away.stop();
    }
  });
});

describe('Swagger UI', () => {
  const api = TestApp.whileTesting();

  it('may run only its own scripts, and send requests only to this API', async () => {
    for (const path of ['/docs', '/docs/', '/DOCS', '/docs/index.html', '/docs/errors']) {
      const policy = (await api.get(path)).headers.get('content-security-policy') ?? '';
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]);
    }
  });

  it('has no script in its page, and loads nothing from elsewhere', async () => {
    const page = parseMarkup((await api.get('/docs')).text);
    for (const script of page.querySelectorAll('script')) {
      const { src, ...attributes } = script.attributes;
      expect([src, script.text.trim()]).toEqual([expect.stringMatching(/^\/assets\/[\w.-]+$/), '']);
      expect([{ defer: '' }, { type: 'module', blocking: 'render' }]).toContainEqual(attributes);
    }
    const references = ['src', 'href'].flatMap((name) =>
      attributesOf(page, `:is(link, script, img)[${name}]:not([${name}^="data:"])`, name),
    );
    expect(references.length).toBeGreaterThan(4);
    for (const reference of references) {
      expect(reference).toMatch(/^\/assets\//);
      expect((await api.get(new URL(reference, `${api.url}/`).pathname)).status).toBe(200);
    }
  });

  it.each([
    ...['package.json', 'oauth2-redirect.html', 'swagger-ui.js.map', 'README.md', 'LICENSE', 'index.js', 'nothing'],
    ...['../package.json', '%2e%2e/package.json', '..%2fpackage.json', '..%5cpackage.json', '%00', './package.json'],
    ...['//package.json', 'docs/package.json', 'PACKAGE.JSON'],
  ])('serves only the files of its page: %s', async (file) => {
    const received = await sendRaw(api.port, bytesOf([`GET /docs/${file} HTTP/1.1`]));
    expect(responseOf(received)).toMatchObject({ status: 404 });
    expect(received).toContain('This path does not exist.');
  });

  it('has the strict policy when the documentation is switched off', async () => {
    const off = await TestApp.start({ env: { DOCS_ENABLED: 'off' }, databaseUrl: api.databaseUrl });
    const { status, headers } = await off.get('/docs').finally(() => off.stop());
    expect(status).toBe(404);
    expect(headers.get('content-security-policy')).toBe(strict['content-security-policy']);
  });
});

function bytesOf([line, ...rest]: Request): string {
  const body = rest.includes('') ? rest.splice(rest.indexOf('')).slice(1).join('') : '';
  return [line, 'Host: a', `Origin: ${dashboard}`, ...rest, 'Connection: close', '', body].join('\r\n');
}

function responseOf(received: string) {
  const [head = ''] = received.split('\r\n\r\n', 1);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const fields = lines.map((line) => {
    const [name = ''] = line.split(':', 1);
    return [name.toLowerCase(), line.slice(name.length + 2)] as const;
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(fields) as Record<string, string>,
    names: fields.map(([name]) => name),
    text: received,
  };
}
