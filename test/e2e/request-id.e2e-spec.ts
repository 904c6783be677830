import { TestApp } from '../support/test-app.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the request id', () => {
  let api: TestApp;
  let lines: string[] = [];

  beforeAll(async () => {
    api = await TestApp.start({
      env: { RATE_LIMIT: '1000', LOG_LEVEL: 'debug' },
      onLog: (line) => lines.push(line),
    });
  });

  afterAll(() => api.stop());

  const idOf = async (given?: string, path = '/v1/leaderboard', method = 'GET') => {
    const { headers } = await api.send(method, path, given === undefined ? {} : { 'X-Request-Id': given });
    return headers.get('x-request-id');
  };

  it('is new for each request that brings none', async () => {
    const ids = [await idOf(), await idOf()];
    expect(ids[0]).toMatch(uuid);
    expect(ids[1]).toMatch(uuid);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each(['a', '1', 'trace:00-4bf92f3577b34da6.b7_x', 'a'.repeat(128)])(
    'is the one the request brings: %s',
    async (id) => {
      expect(await idOf(id)).toBe(id);
    },
  );

  it.each(['', ' ', 'a b', 'a,b', '<script>', 'a"b', "a'b", '{}', 'a/b', 'é', 'a\tb', 'a'.repeat(129)])(
    'is a new one where the request brings %j',
    async (id) => {
      expect(await idOf(id)).toMatch(uuid);
    },
  );

  it('is on every answer, also on an error', async () => {
    expect(await idOf('on-400', '/v1/leaderboard?limit=0')).toBe('on-400');
    expect(await idOf('on-404', '/v1/nothing')).toBe('on-404');
    expect(await idOf('on-405', '/v1/leaderboard', 'POST')).toBe('on-405');
    expect(await idOf('on-414', `/v1/leaderboard?x=${'a'.repeat(5_000)}`)).toBe('on-414');
    expect(await idOf('on-health', '/v1/health/live')).toBe('on-health');
    expect(await idOf('on-docs', '/docs-json')).toBe('on-docs');
  });

  it('is in the log line of a request that failed', async () => {
    lines = [];
    await idOf('find-me', '/v1/leaderboard?limit=0');
    const line = lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ status }) => status === 400);
    expect(line).toMatchObject({ requestId: 'find-me', method: 'GET', route: '/v1/leaderboard', level: 'debug' });
  });
});
