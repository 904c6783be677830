import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { testNow } from '../support/data/factories.js';
import { sendRaw } from '../support/http/raw-http.js';
import { TestApp } from '../support/http/test-app.js';

const token = 'token-of-the-tests-0123456789';
const other = 'other-of-the-tests-0123456789';
const board = '/v1/leaderboard';

/** Set by Jest's configuration. */
declare const cacheTtlSeconds: string;
const isCached = cacheTtlSeconds !== '0';

interface Line {
  msg: string;
  client: string;
  requestId: string;
  [field: string]: unknown;
}

describe('the access log', () => {
  const now = new Date(testNow);
  let api: TestApp;
  let lines: string[] = [];

  beforeAll(async () => {
    const env = { ACCESS_LOG: 'on', LOG_LEVEL: 'info', API_TOKEN: `${token},${other}`, TRUST_PROXY: '1' };
    api = await TestApp.start({ env, now, onLog: (line) => lines.push(line) });
  });

  afterAll(() => api.stop());

  beforeEach(() => {
    lines = [];
    api.forgetAnswers();
  });

  const requestLines = () => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'Request');
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await api.send(method, path, { Authorization: `Bearer ${token}`, ...headers });
    // The service writes the line when the response closes. The client may receive the response before that.
    await new Promise(setImmediate);
    return answer;
  };

  it('has one line per request, with the request and its result', async () => {
    const { text } = await ask(`${board}?limit=7`, { 'X-Request-Id': 'trace-1' });
    expect(requestLines()).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        method: 'GET',
        route: board,
        status: 200,
        ms: expect.any(Number),
        bytes: Buffer.byteLength(text),
        cache: isCached ? 'miss' : 'none',
        requestId: 'trace-1',
        client: expect.stringMatching(/^[\w-]{16}$/),
        msg: 'Request',
      },
    ]);
  });

  it('shows whether the response comes from the cache, and has the request ID that the client received', async () => {
    const ids: (string | null)[] = [];
    for (const seconds of [0, 1, 20]) {
      now.setTime(now.getTime() + seconds * 1000);
      ids.push((await ask(board)).headers.get('x-request-id'));
    }
    expect(requestLines().map(({ requestId }) => requestId)).toEqual(ids);
    expect(requestLines().map(({ cache }) => cache)).toEqual(
      isCached ? ['miss', 'hit', 'stale'] : ['none', 'none', 'none'],
    );
  });

  it('has a line for each refused request, too', async () => {
    const { headers } = await ask(board);
    await ask(board, { 'If-None-Match': headers.get('etag') ?? '' });
    await ask(board, {}, 'HEAD');
    await ask(board, {}, 'OPTIONS');
    await ask(`${board}?limit=0`);
    await ask(board, { Authorization: 'Bearer wrong' });
    await ask('/v1/streamer/nobody/partners');
    await ask('/v1/nothing/s3cret');
    await ask(board, {}, 'DELETE');
    await ask('/v1/health/live');
    await ask('/docs-json');
    const busy = jest.spyOn(api.app.get(ResponseCache), 'isBusy', 'get').mockReturnValue(true);
    const rejected = await ask('/v1/streams/1/message-stats');
    busy.mockRestore();
    expect(
      requestLines().map(({ method, route, status, bytes }) => [method, route, status, Number(bytes) > 0]),
    ).toEqual([
      ['GET', board, 200, true],
      ['GET', board, 304, false],
      ['HEAD', board, 200, false],
      ['OPTIONS', 'none', 204, false],
      ['GET', board, 400, true],
      ['GET', board, 401, true],
      ['GET', '/v1/streamer/{name}/partners', 404, true],
      ['GET', 'none', 404, true],
      ['DELETE', 'none', 405, true],
      ['GET', '/v1/health/live', 200, true],
      ['GET', '/docs-json', 200, true],
      ['GET', '/v1/streams/{id}/message-stats', 503, true],
    ]);
    expect(requestLines().at(-1)).toMatchObject({
      bytes: Buffer.byteLength(rejected.text),
      requestId: rejected.headers.get('x-request-id'),
    });
  });

  it('has a line for input that is refused before it is a complete request', async () => {
    const refused: [number, string, string?][] = [
      [400, 's3cret\r\n\r\n'],
      [431, `GET /s3cret HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
      [417, `GET /s3cret HTTP/1.1\r\nHost: a\r\nExpect: s3cret\r\n\r\n`, 'GET'],
    ];
    for (const [status, bytes, method] of refused) {
      const received = await sendRaw(api.port, bytes);
      const [, requestId] = /\r\nX-Request-Id: (\S+)\r\n/.exec(received) ?? [];
      expect(requestLines().at(-1)).toEqual({
        level: 'info',
        time: expect.any(String),
        method,
        route: 'none',
        status,
        ms: expect.any(Number),
        bytes: received.length - received.indexOf('\r\n\r\n') - 4,
        cache: 'none',
        requestId,
        client: expect.stringMatching(/^[\w-]{16}$/),
        msg: 'Request',
      });
    }
    expect(requestLines()).toHaveLength(3);
    expect(new Set(requestLines().map(({ client }) => client)).size).toBe(1);
    expect(lines.join('')).not.toMatch(/s3cret|127\.0\.0\.1/);
  });

  it('identifies a client by a digest of its token or of its address', async () => {
    const clientOf = async (headers: Record<string, string>) => {
      await ask(board, headers);
      return requestLines().at(-1)?.client;
    };
    const first = await clientOf({});
    expect(await clientOf({})).toBe(first);
    expect(await clientOf({ 'X-Forwarded-For': '192.0.2.1' })).toBe(first);
    expect(await clientOf({ Authorization: `Bearer ${other}` })).not.toBe(first);
    const guess = { Authorization: 'Bearer wrong' };
    const address = await clientOf({ ...guess, 'X-Forwarded-For': '192.0.2.1' });
    expect(await clientOf({ ...guess, 'X-Forwarded-For': '192.0.2.1' })).toBe(address);
    expect(await clientOf({ ...guess, 'X-Forwarded-For': '192.0.2.2' })).not.toBe(address);
    expect(await clientOf({ ...guess, 'X-Forwarded-For': '2001:db8:1:2::1' })).toBe(
      await clientOf({ ...guess, 'X-Forwarded-For': '2001:db8:1:2::ffff' }),
    );
  });

  it('identifies a client differently in each process, so that nobody can look it up', async () => {
    await ask(board);
    const [before] = requestLines();
    const second = await TestApp.start({
      env: { ACCESS_LOG: 'on', LOG_LEVEL: 'info', API_TOKEN: `${token},${other}` },
      databaseUrl: api.databaseUrl,
      onLog: (line) => lines.push(line),
    });
    await second.send('GET', board, { Authorization: `Bearer ${token}` }).finally(() => second.stop());
    expect(requestLines()).toHaveLength(2);
    expect(requestLines().at(-1)?.client).not.toBe(before?.client);
  });

  it('contains no token, no address, and only the route of a URL', async () => {
    const paths = [`${board}?access_token=s3cret`, '/v1/streamer/s3cret/partners', '/s3cret', '/v1/status?s3cret'];
    for (const path of paths) {
      for (const authorization of [`Bearer ${token}`, 'Bearer s3cret-0123456789', 'Basic s3cret']) {
        await ask(path, { Authorization: authorization, 'X-Forwarded-For': '192.0.2.77', Cookie: 's3cret' });
        await ask(path, { Authorization: authorization, 'X-Request-Id': 's3cret "' });
      }
    }
    expect(requestLines()).toHaveLength(24);
    expect(lines.join('')).not.toMatch(/s3cret|0123456789|192\.0\.2|127\.0\.0\.1/);
  });
});

it('the access log is off by default, and uses the level info', async () => {
  const environments: Record<string, string>[] = [{ LOG_LEVEL: 'info' }, { ACCESS_LOG: 'on', LOG_LEVEL: 'warn' }];
  for (const env of environments) {
    const lines: string[] = [];
    const api = await TestApp.start({ env, onLog: (line) => lines.push(line) });
    await api.send('GET', board).finally(() => api.stop());
    expect(lines.filter((line) => line.includes('"Request"'))).toEqual([]);
  }
});
