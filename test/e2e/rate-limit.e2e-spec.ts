import { testNow } from '../support/factories.js';
import { TestApp } from '../support/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

const token = 'token-of-the-tests-0123456789';
const other = 'other-of-the-tests-0123456789';

describe('the rate limit', () => {
  const apps = new Map<string, TestApp>();
  const now = new Date(testNow);
  let database: TestDatabase;
  let api: TestApp;

  /** The service with a limit of 3 a minute, and of which every window has ended. */
  const start = async (env: Record<string, string> = {}) => {
    const key = JSON.stringify(env);
    const options = { env: { RATE_LIMIT: '3', RATE_WINDOW_SECONDS: '60', ...env }, databaseUrl: database.url, now };
    api = apps.get(key) ?? (await TestApp.start(options));
    apps.set(key, api);
    passSeconds(3_600);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    for (const app of apps.values()) await app.stop();
    await database.drop();
  });

  const passSeconds = (seconds: number) => now.setTime(now.getTime() + seconds * 1000);
  const statusOf = async (path: string, headers: Record<string, string> = {}) => (await api.get(path, headers)).status;
  const limitsOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api.get(path, headers);
    const header = (name: string) => answer.headers.get(name);
    return {
      status: answer.status,
      limit: header('x-ratelimit-limit'),
      remaining: header('x-ratelimit-remaining'),
      reset: header('x-ratelimit-reset'),
      retryAfter: header('retry-after'),
    };
  };
  const spend = async (count: number, headers: Record<string, string> = {}) => {
    for (let i = 0; i < count; i++) await api.get('/v1/leaderboard', headers);
  };

  it('tells each answer how much of the budget is left, and the first one past it to wait', async () => {
    await start();
    const common = { limit: '3', reset: '60' };
    expect(await limitsOf('/v1/leaderboard')).toEqual({ ...common, status: 200, remaining: '2', retryAfter: null });
    expect(await limitsOf('/v1/leaderboard')).toEqual({ ...common, status: 200, remaining: '1', retryAfter: null });
    expect(await limitsOf('/v1/leaderboard')).toEqual({ ...common, status: 200, remaining: '0', retryAfter: null });
    expect(await limitsOf('/v1/leaderboard')).toEqual({ ...common, status: 429, remaining: '0', retryAfter: '60' });
  });

  it('says the same in the fields of the draft, on each answer', async () => {
    await start({ RATE_LIMIT: '2' });
    passSeconds(0.5);
    const fieldsOf = async (path: string) => {
      const { status, headers } = await api.get(path);
      return { status, policy: headers.get('ratelimit-policy'), left: headers.get('ratelimit') };
    };
    const policy = '"default";q=2;w=60';
    expect(await fieldsOf('/v1/leaderboard')).toEqual({ status: 200, policy, left: '"default";r=1;t=60' });
    passSeconds(20.25);
    expect(await fieldsOf('/v1/leaderboard')).toEqual({ status: 200, policy, left: '"default";r=0;t=40' });
    expect(await fieldsOf('/v1/leaderboard')).toEqual({ status: 429, policy, left: '"default";r=0;t=40' });
    expect(await fieldsOf('/v1/health/live')).toEqual({ status: 200, policy: null, left: null });
  });

  it('counts a 304 like a 200', async () => {
    await start();
    const etag = (await api.get('/v1/leaderboard')).headers.get('etag') ?? '';
    for (const remaining of ['1', '0']) {
      const { status, headers } = await api.send('GET', '/v1/leaderboard', { 'If-None-Match': etag });
      expect(status).toBe(304);
      expect(headers.get('x-ratelimit-remaining')).toBe(remaining);
    }
    expect(await statusOf('/v1/leaderboard', { 'If-None-Match': etag })).toBe(429);
  });

  it('says in the error what the limit is and when to try again', async () => {
    await start();
    await spend(3);
    passSeconds(18);
    const { status, headers, body } = await api.get('/v1/leaderboard');
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('42');
    expect(body).toEqual({ error: 'Too many requests: the limit is 3 per 60 seconds. Try again in 42 seconds.' });
  });

  it('answers again once the window has passed, no earlier', async () => {
    await start();
    await spend(4);
    passSeconds(59.999);
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 429, retryAfter: '1' });
    passSeconds(0.001);
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 200, remaining: '2', reset: '60' });
  });

  it('is one budget for all operations together', async () => {
    await start({ RATE_LIMIT: '7' });
    const paths = [
      '/v1/streamer/nobody/recent-streams',
      '/v1/streamer/nobody/thirty-day-stats',
      '/v1/streamer/nobody/follower-graph',
      '/v1/streamer/nobody/partners',
      '/v1/leaderboard',
      '/v1/streams/1/message-stats',
      '/v1/status',
    ];
    for (const [i, path] of paths.entries()) {
      expect(await limitsOf(path)).toMatchObject({ limit: '7', remaining: String(6 - i) });
    }
    for (const path of paths) expect(await statusOf(path)).toBe(429);
  });

  it('counts bad requests, unknown names and HEAD, and tells them what is left', async () => {
    await start();
    expect(await limitsOf('/v1/leaderboard?limit=0')).toMatchObject({ status: 400, remaining: '2' });
    expect(await limitsOf('/v1/streams/1/message-stats')).toMatchObject({ status: 404, remaining: '1' });
    expect((await api.send('HEAD', '/v1/leaderboard')).headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await statusOf('/v1/leaderboard')).toBe(429);
  });

  it('neither counts nor limits health checks', async () => {
    await start();
    const free = ['/v1/health/live', '/v1/health/ready'];
    for (const path of free) {
      expect(await limitsOf(path)).toEqual({
        status: 200,
        limit: null,
        remaining: null,
        reset: null,
        retryAfter: null,
      });
    }
    await spend(4);
    for (const path of free) expect(await statusOf(path)).toBe(200);
  });

  it('counts the documentation and its files', async () => {
    await start();
    expect(await limitsOf('/docs-yaml')).toMatchObject({ status: 200, remaining: '2' });
    expect(await limitsOf('/docs/swagger-ui.css')).toMatchObject({ status: 200, remaining: '1' });
    expect(await limitsOf('/docs')).toMatchObject({ status: 200, remaining: '0' });
    expect(await limitsOf('/docs-json')).toMatchObject({ status: 429, retryAfter: '60' });
  });

  it('gives each valid token a budget of its own, and the address another', async () => {
    await start({ API_TOKEN: `${token},${other}` });
    await spend(4, { Authorization: `Bearer ${token}` });
    expect(await statusOf('/v1/leaderboard', { Authorization: `bearer ${token}` })).toBe(429);
    expect(await limitsOf('/v1/leaderboard', { Authorization: `Bearer ${other}` })).toMatchObject({
      status: 200,
      remaining: '2',
    });
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 401, remaining: '2' });
  });

  it("spends the address's budget on wrong tokens, each of them and none alike", async () => {
    await start({ API_TOKEN: token });
    for (const guess of ['guess-1-0123456789', 'guess-2-0123456789']) {
      expect(await statusOf('/v1/leaderboard', { Authorization: `Bearer ${guess}` })).toBe(401);
    }
    expect(await statusOf('/v1/leaderboard')).toBe(401);
    expect(await limitsOf('/v1/leaderboard', { Authorization: 'Bearer guess-3-0123456789' })).toMatchObject({
      status: 429,
      retryAfter: '60',
    });
    expect(await statusOf('/v1/leaderboard', { Authorization: `Bearer ${token}` })).toBe(200);
  });

  it('takes no token for a client where none is configured', async () => {
    await start();
    for (const guess of ['one', 'two', 'three']) {
      expect(await statusOf('/v1/leaderboard', { Authorization: `Bearer ${guess}` })).toBe(200);
    }
    expect(await statusOf('/v1/leaderboard', { Authorization: 'Bearer four' })).toBe(429);
  });

  it('does not count X-Forwarded-For where no proxy is trusted', async () => {
    await start();
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      expect(await statusOf('/v1/leaderboard', { 'X-Forwarded-For': address })).toBe(200);
    }
    expect(await statusOf('/v1/leaderboard', { 'X-Forwarded-For': '192.0.2.4' })).toBe(429);
  });

  it.each(['1', 'loopback', '127.0.0.0/8'])(
    'counts the address a trusted proxy names (TRUST_PROXY=%s)',
    async (proxy) => {
      await start({ TRUST_PROXY: proxy });
      const remainingFor = async (forwarded: string) =>
        (await limitsOf('/v1/leaderboard', { 'X-Forwarded-For': forwarded })).remaining;
      expect(await remainingFor('192.0.2.1')).toBe('2');
      expect(await remainingFor('192.0.2.1')).toBe('1');
      expect(await remainingFor('192.0.2.2')).toBe('2');
      // The proxy adds its client at the end; what stands before it, anyone may have written.
      expect(await remainingFor('198.51.100.7, 192.0.2.1')).toBe('0');
    },
  );

  it('does not count X-Forwarded-For of a proxy that is not among the trusted ones', async () => {
    await start({ TRUST_PROXY: '10.0.0.0/8' });
    const { remaining } = await limitsOf('/v1/leaderboard', { 'X-Forwarded-For': '192.0.2.1' });
    expect(remaining).toBe('2');
    expect((await limitsOf('/v1/leaderboard', { 'X-Forwarded-For': '192.0.2.2' })).remaining).toBe('1');
  });

  it('takes an IPv6 network of 64 bits for one client', async () => {
    await start({ TRUST_PROXY: '1' });
    const remainingFor = async (forwarded: string) =>
      (await limitsOf('/v1/leaderboard', { 'X-Forwarded-For': forwarded })).remaining;
    expect(await remainingFor('2001:db8:1:2::1')).toBe('2');
    expect(await remainingFor('2001:db8:1:2:ffff::9')).toBe('1');
    expect(await remainingFor('2001:db8:1:3::1')).toBe('2');
  });

  it('counts the address at the end of a list of any length', async () => {
    await start({ TRUST_PROXY: 'loopback' });
    const remainingFor = async (forwarded: string) =>
      (await limitsOf('/v1/leaderboard', { 'X-Forwarded-For': forwarded })).remaining;
    expect(await remainingFor(`${'198.51.100.7,'.repeat(1_000)}192.0.2.9`)).toBe('2');
    expect(await remainingFor('192.0.2.9')).toBe('1');
  });

  it.each([
    ['/v1/streams/1/graphs/hourly', 5],
    ['/v1/streams/1/graphs/hourly?points=9', 10],
    ['/v1/streams/1/graphs/hourly.svg', 10],
    ['/v1/streamer/nobody/follower-graph', 1],
    ['/v1/streamer/nobody/follower-graph?from=2026-01-01', 5],
    ['/v1/streamer/nobody/follower-graph.svg?width=640', 5],
    ['/v1/stats?names=a', 1],
    [`/v1/stats?names=${Array.from({ length: 21 }, (_, i) => `n${i}`).join(',')}`, 2],
    [`/v1/stats?names=${Array.from({ length: 100 }, (_, i) => `n${i}`).join(',')}`, 5],
    ['/v1/streamers', 1],
    ['/v1/streamers?live=true', 5],
    ['/v1/streamers?cursor=1000', 5],
    ['/compare?streamers=a,b', 5],
    ['/streamers/nobody', 1],
    ['/streamers/nobody?range=all', 5],
  ])('spends for %s %i of its units', async (path, units) => {
    await start({ RATE_LIMIT: '30' });
    expect((await limitsOf(path)).remaining).toBe(String(30 - units));
  });

  it('spends the same for an answer from memory', async () => {
    await start({ RATE_LIMIT: '30', CACHE_TTL_SECONDS: '15' });
    for (const remaining of ['25', '20', '15']) {
      expect(await limitsOf('/v1/streamers?live=true')).toMatchObject({ status: 200, remaining });
    }
  });

  it('answers a request that costs more than what is left, and refuses the next one', async () => {
    await start({ RATE_LIMIT: '7' });
    expect(await limitsOf('/v1/streamers?live=true')).toMatchObject({ status: 200, remaining: '2' });
    expect(await limitsOf('/v1/streamers?live=true')).toMatchObject({ status: 200, remaining: '0' });
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 429, remaining: '0' });
  });

  it('counts each of many requests at once', async () => {
    await start({ RATE_LIMIT: '10' });
    const statuses = await Promise.all(Array.from({ length: 25 }, () => statusOf('/v1/leaderboard')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });
});
