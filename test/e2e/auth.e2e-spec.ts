import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { Public } from '../../src/auth/public.decorator.js';
import { Config } from '../../src/config/config.js';
import { FailureMessage } from '../../src/http/request/operation.decorator.js';
import { pagePaths } from '../../src/pages/page-paths.js';
import { createOpenApiDocument, toExpressPaths } from '../../src/server/openapi/openapi.js';
import { sendRaw } from '../support/http/raw-http.js';
import { TestApp } from '../support/http/test-app.js';

const first = 'first-token-0123456789';
const second = 'second-token.~+/=0123456789';

const operations = ['/v1/streamer/nobody/partners', '/v1/leaderboard', '/v1/status'];
const open = ['/v1/health/live', '/v1/health/ready', '/docs', '/docs-json', '/docs-yaml'];

/** All paths that need no token. */
const publicPaths = [
  ...['/', '/docs', '/docs-json', '/docs-yaml', '/docs/:file', '/llms.txt', '/robots.txt', '/assets/:file'],
  ...['/v1/health/live', '/v1/health/ready'],
  // The documentation is off when tokens are configured, unless the operator switches it on.
  ...pagePaths,
].sort();

interface Route {
  path: string;
  method: string;
  handler: (...args: unknown[]) => unknown;
  controller: new (...args: never[]) => unknown;
}

describe('a service without a token', () => {
  const api = TestApp.whileTesting();

  it.each([...operations, ...open])('returns %s without a token', async (path) => {
    expect([200, 404]).toContain((await api.get(path)).status);
    expect([200, 404]).toContain((await api.get(path, { Authorization: 'Bearer whatever' })).status);
  });
});

describe('a service with two tokens', () => {
  let api: TestApp;
  let lines: string[] = [];

  beforeAll(async () => {
    api = await TestApp.start({
      env: { API_TOKEN: `${first},${second}`, LOG_LEVEL: 'trace', ACCESS_LOG: 'on' },
      onLog: (line) => lines.push(line),
    });
  });

  afterAll(() => api.stop());

  beforeEach(() => {
    lines = [];
  });

  const statusWith = async (authorization: string, path = '/v1/leaderboard') =>
    (await api.get(path, { Authorization: authorization })).status;

  it.each(operations)('returns 401 for %s without a token, with the authentication scheme', async (path) => {
    const { status, headers, body } = await api.get(path);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      error: 'This API requires a token: send the header "Authorization: Bearer <API_TOKEN>".',
    });
  });

  it.each(operations)('returns %s with either token', async (path) => {
    expect(await statusWith(`Bearer ${first}`, path)).not.toBe(401);
    expect(await statusWith(`Bearer ${second}`, path)).not.toBe(401);
  });

  it.each(open)('returns %s without a token, and with a wrong token', async (path) => {
    expect((await api.get(path)).status).toBe(200);
    expect((await api.get(path, { Authorization: 'Bearer wrong' })).status).toBe(200);
  });

  it('accepts the scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'bEARER']) expect(await statusWith(`${scheme} ${first}`)).toBe(200);
  });

  it.each([
    'Bearer',
    first,
    `Basic ${Buffer.from(`user:${first}`).toString('base64')}`,
    `Bearer ${first}x`,
    `Bearer ${first.slice(1)}`,
    `Bearer ${first},${second}`,
    `Bearer ${first} ${second}`,
    `Bearer ${first.toUpperCase()}`,
  ])('returns 401 for %j, and does not repeat it', async (authorization) => {
    const { status, headers, body } = await api.get('/v1/leaderboard', { Authorization: authorization });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body).toEqual({
      error: 'The token is not valid: send the header "Authorization: Bearer <API_TOKEN>" with a valid token.',
    });
  });

  it.each([
    [`Authorization: Bearer ${first}`, `Authorization: Bearer ${first}`],
    [`Authorization: Bearer ${first}`, `authorization: Bearer ${second}`],
    ['Authorization: Bearer wrong', `Authorization: Bearer ${first}`],
    [`AUTHORIZATION: Bearer ${first}`, 'Authorization:'],
  ])('returns 401 for several headers (%j, %j), on the first and on later requests', async (...headers) => {
    expect(await statusWith(`Bearer ${first}`)).toBe(200);
    const request = ['GET /v1/leaderboard HTTP/1.1', 'Host: a', ...headers, 'Connection: close', '', ''];
    const received = await sendRaw(api.port, request.join('\r\n'));
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(received).toContain('The request has more than one Authorization header');
    expect(received).not.toContain('0123456789');
  });

  it('accepts no token from the query', async () => {
    for (const name of ['token', 'access_token', 'api_token', 'API_TOKEN']) {
      expect((await api.get(`/v1/leaderboard?${name}=${first}`)).status).toBe(401);
    }
  });

  it('checks the token before the request', async () => {
    expect((await api.get('/v1/leaderboard?limit=0')).status).toBe(401);
    expect((await api.get('/v1/streamer/a-b/partners')).status).toBe(401);
  });

  it('treats HEAD like GET', async () => {
    expect((await api.send('HEAD', '/v1/leaderboard')).status).toBe(401);
    expect((await api.send('HEAD', '/v1/leaderboard', { Authorization: `Bearer ${first}` })).status).toBe(200);
  });

  it('returns 404 for an unknown route and 405 for another method without a token', async () => {
    expect((await api.send('GET', '/v1/nothing')).status).toBe(404);
    expect((await api.send('POST', '/v1/leaderboard')).status).toBe(405);
  });

  it.each([...open, '/docs/errors', '/v1/status'])('shows no token at %s', async (path) => {
    const { status, text, headers } = await api.send('GET', path, { Authorization: `Bearer ${first}` });
    expect(status).toBe(200);
    expect(text + JSON.stringify([...headers])).not.toMatch(/first-token|second-token/);
  });

  it('writes no token to the log, valid or wrong, in a header, a path or a query, at any level', async () => {
    for (const token of [first, second, 'wrong-token-0123456789']) {
      const name = encodeURIComponent(token);
      const paths = ['/v1/leaderboard?limit=0', '/v1/streamer/nobody/partners', `/v1/streamer/${name}/partners`];
      for (const path of [...paths, `/${name}`, `/docs/${name}`, `/v1/leaderboard?limit=${name}&token=${name}`]) {
        await api.send('GET', path);
        await api.send('GET', path, { Authorization: `Bearer ${token}` });
        await api.send('GET', path, { Authorization: `Token ${token}` });
      }
    }
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.join('')).not.toContain('0123456789');
  });
});

describe('the log of a service', () => {
  it('contains neither the tokens nor the password of the database, at startup and on failure', async () => {
    const lines: string[] = [];
    const api = await TestApp.start({
      env: {
        API_TOKEN: first,
        DATABASE_READER_URL: 'postgresql://reader:hunter2@127.0.0.1:1/none',
        LOG_LEVEL: 'trace',
      },
      onLog: (line) => lines.push(line),
    });
    try {
      expect((await api.get('/v1/leaderboard', { Authorization: `Bearer ${first}` })).status).toBe(500);
      expect((await api.get('/v1/health/ready')).status).toBe(503);
    } finally {
      await api.stop();
    }
    expect(lines.filter((line) => line.includes('"level":"error"'))).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/hunter2|0123456789/);
  });
});

describe('every route', () => {
  let api: TestApp;
  let routes: Route[];

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: 'token-of-the-tests-0123456789', DOCS_ENABLED: 'off' } });
    routes = routesOf(api);
  });

  afterAll(() => api.stop());

  it('is in the OpenAPI document, or belongs to the documentation or the pages', () => {
    const document = createOpenApiDocument(api.app, api.app.get(Config));
    const others = [
      '/',
      '/docs',
      '/docs-json',
      '/docs-yaml',
      '/docs/:file',
      '/llms.txt',
      '/robots.txt',
      '/assets/:file',
      ...pagePaths,
    ];
    expect(routes.map(({ path }) => path).sort()).toEqual([...toExpressPaths(document), ...others].sort());
  });

  it('only reads', () => {
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('is on the list of public paths, or is not marked public and returns 401 without a token', async () => {
    const reflector = new Reflector();
    const marked = routes.filter(({ handler, controller }) =>
      reflector.getAllAndOverride(Public, [handler, controller]),
    );
    expect(marked.map(({ path }) => path).sort()).toEqual(publicPaths);
    const open: string[] = [];
    for (const { path } of routes) {
      const { status } = await api.get(path.replace(/:\w+/g, '1'));
      if (status !== 401) open.push(path);
    }
    expect(open.sort()).toEqual(publicPaths);
  });

  it('has a sentence for failures, and each operation its own', () => {
    const handlers = [...new Set(routes.map(({ handler }) => handler))];
    const operations = new Set(routes.filter(({ path }) => path.startsWith('/v1/')).map(({ handler }) => handler));
    const sentenceOf = (handler: (typeof handlers)[number]) => new Reflector().get(FailureMessage, handler);
    expect(handlers.map(sentenceOf).filter((sentence) => !/^Failed to /.test(sentence))).toEqual([]);
    expect(new Set([...operations].map(sentenceOf)).size).toBe(operations.size);
  });
});

/** The routes of all controllers, as Nest reads them from their decorators. */
function routesOf({ app }: TestApp): Route[] {
  const controllers = new DiscoveryService(app.get(ModulesContainer)).getControllers();
  return controllers.flatMap(({ metatype }) => {
    const controller = metatype as Route['controller'];
    const prototype = controller.prototype as Record<string, Route['handler']>;
    const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] as Route['handler'];
      const paths = Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined;
      if (paths === undefined) return [];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      return [paths].flat().map((path) => {
        const whole = `/${base}/${path}`.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '');
        return { path: whole, method, handler, controller };
      });
    });
  });
}
