import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Controller, Param } from '@nestjs/common';
import { SkipThrottle, Throttle, ThrottlerStorage } from '@nestjs/throttler';
import { countWork } from '../../src/database/reads/work.js';
import { workOfUnitMs } from '../../src/rate-limit/request-units.js';
import { FixedWindowStorage } from '../../src/rate-limit/fixed-window.storage.js';
import { Read } from '../../src/response-cache/read.decorator.js';
import { EdgeCache } from '../../src/server/entry/edge-cache.js';
import { StreamParams } from '../../src/streams/detail/stream.params.js';
import { Echo, echoOperation } from '../support/http/echo.js';
import { testNow } from '../support/data/factories.js';
import { tableRows } from '../support/programs/markdown.js';
import { shownPages } from '../support/pages/page-paths.js';
import { examplePaths } from '../support/http/seeded-paths.js';
import { TestApp } from '../support/http/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

const token = 'token-of-the-tests-0123456789';
const other = 'other-of-the-tests-0123456789';

describe('the rate limit', () => {
  const apps = new Map<string, TestApp>();
  const now = new Date(testNow);
  let database: TestDatabase;
  let api: TestApp;

  /** The service with a limit of 3 requests per minute, after the end of every window. */
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
      policy: header('ratelimit-policy'),
      draft: header('ratelimit'),
    };
  };
  const spend = async (count: number, headers: Record<string, string> = {}) => {
    for (let i = 0; i < count; i++) await api.get('/v1/leaderboard', headers);
  };

  it('shows the remaining budget in each response, in both kinds of fields, and the wait in the first refused response', async () => {
    await start();
    const fieldsOf = async (path: string) => {
      const { policy, draft, ...limits } = await limitsOf(path);
      return [limits, policy, draft];
    };
    passSeconds(0.5);
    const policy = '"default";q=3;w=60';
    const common = { status: 200, limit: '3', reset: '60', retryAfter: null };
    expect(await fieldsOf('/v1/leaderboard')).toEqual([{ ...common, remaining: '2' }, policy, '"default";r=2;t=60']);
    expect(await fieldsOf('/v1/leaderboard')).toEqual([{ ...common, remaining: '1' }, policy, '"default";r=1;t=60']);
    passSeconds(20.25);
    const later = { ...common, reset: '40', remaining: '0' };
    expect(await fieldsOf('/v1/leaderboard')).toEqual([later, policy, '"default";r=0;t=40']);
    const refused = { ...later, status: 429, retryAfter: '40' };
    expect(await fieldsOf('/v1/leaderboard')).toEqual([refused, policy, '"default";r=0;t=40']);
    expect((await api.get('/v1/leaderboard')).body).toEqual({
      error: 'Too many requests: the limit is 3 units per 60 seconds. Try again in 40 seconds.',
    });
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

  it('accepts requests again after the window has passed, no earlier', async () => {
    await start();
    await spend(4);
    passSeconds(59.999);
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 429, retryAfter: '1' });
    passSeconds(0.001);
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 200, remaining: '2', reset: '60' });
  });

  it('has one budget for all requests: operations, the documentation, bad requests, unknown names and HEAD', async () => {
    await start({ RATE_LIMIT: '7' });
    const requests: [path: string, status: number][] = [
      ['/v1/streamer/nobody/recent-streams', 404],
      ['/v1/leaderboard?limit=0', 400],
      ['/v1/status', 200],
      ['/docs-yaml', 200],
      ['/docs/errors', 200],
      ['/docs', 200],
    ];
    for (const [i, [path, status]] of requests.entries()) {
      expect(await limitsOf(path)).toMatchObject({ status, limit: '7', remaining: String(6 - i) });
    }
    expect((await api.send('HEAD', '/v1/leaderboard')).headers.get('x-ratelimit-remaining')).toBe('0');
    for (const [path] of requests) expect(await limitsOf(path)).toMatchObject({ status: 429, retryAfter: '60' });
  });

  it('neither counts nor limits health checks', async () => {
    await start();
    await spend(4);
    for (const path of ['/v1/health/live', '/v1/health/ready']) {
      const { status, ...limits } = await limitsOf(path);
      expect([status, new Set(Object.values(limits))]).toEqual([200, new Set([null])]);
    }
  });

  it('gives each valid token its own budget, and the address another', async () => {
    await start({ API_TOKEN: `${token},${other}` });
    await spend(4, { Authorization: `Bearer ${token}` });
    expect(await statusOf('/v1/leaderboard', { Authorization: `bearer ${token}` })).toBe(429);
    expect(await limitsOf('/v1/leaderboard', { Authorization: `Bearer ${other}` })).toMatchObject({
      status: 200,
      remaining: '2',
    });
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 401, remaining: '2' });
  });

  it('counts each wrong token against the budget of the address', async () => {
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

  it('is checked before the token, and the token before the query', async () => {
    await start({ RATE_LIMIT: '2', API_TOKEN: token, STRICT_QUERY: 'on' });
    const misspelled = '/v1/leaderboard?limt=5';
    expect(await statusOf(misspelled)).toBe(401);
    expect(await statusOf(misspelled, { Authorization: `Bearer ${token}` })).toBe(400);
    expect(await statusOf(misspelled)).toBe(401);
    expect(await statusOf(misspelled)).toBe(429);
  });

  it.each([
    ['Authorization', {}, ['Bearer one', 'Bearer two', 'Bearer three', 'Bearer four']],
    ['X-Forwarded-For', {}, ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']],
    ['X-Forwarded-For', { TRUST_PROXY: '10.0.0.0/8' }, ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']],
  ])('identifies nobody as another client by %s, given %j', async (name, env, values) => {
    await start(env);
    const statuses = [];
    for (const value of values) statuses.push(await statusOf('/v1/leaderboard', { [name]: value }));
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it.each(['1', 'loopback', '127.0.0.0/8'])('uses the address from a trusted proxy (TRUST_PROXY=%s)', async (proxy) => {
    await start({ TRUST_PROXY: proxy });
    const remainingFor = async (forwarded: string) =>
      (await limitsOf('/v1/leaderboard', { 'X-Forwarded-For': forwarded })).remaining;
    expect(await remainingFor('192.0.2.1')).toBe('2');
    expect(await remainingFor('192.0.2.1')).toBe('1');
    expect(await remainingFor('192.0.2.2')).toBe('2');
    // The proxy adds its client at the end. Clients can forge the text before it.
    expect(await remainingFor(`${'198.51.100.7,'.repeat(1_000)}192.0.2.1`)).toBe('0');
    expect(await remainingFor('2001:db8:1:2::1')).toBe('2');
    expect(await remainingFor('2001:db8:1:2:ffff::9')).toBe('1');
    expect(await remainingFor('2001:db8:1:3::1')).toBe('2');
  });

  it.each([
    ['/v1/streams/1/graphs/hourly', 5],
    ['/v1/streams/1/graphs/hourly?points=9', 10],
    ['/v1/streams/1/graphs/hourly.svg', 10],
    ['/v1/streamer/nobody/follower-graph', 1],
    ['/v1/streamer/nobody/follower-graph?from=2026-01-01', 5],
    ['/v1/streamer/nobody/follower-graph?month=2026-01', 5],
    ['/v1/streamer/nobody/follower-graph.svg?width=640', 5],
    ['/v1/stats?names=a', 1],
    [`/v1/stats?names=${Array.from({ length: 21 }, (_, i) => `n${i}`).join(',')}`, 2],
    [`/v1/stats?names=${Array.from({ length: 100 }, (_, i) => `n${i}`).join(',')}`, 5],
    ['/v1/stats?names=a&days=90', 1],
    ['/v1/stats?names=a&days=365', 5],
    ['/v1/stats?names=a&month=2026-01', 1],
    ['/v1/stats?names=a&month=x', 1],
    [`/v1/stats?names=${Array.from({ length: 21 }, (_, i) => `n${i}`).join(',')}&year=2026`, 10],
    ['/v1/stats?names=a&from=2026-01-01&to=2026-04-11', 1],
    ['/v1/stats?names=a&from=2026-01-01&to=2026-04-11T00:00:01Z', 5],
    ['/v1/stats?names=a&from=2026-10-01&to=2027-01-09&tz=Europe/Berlin', 5],
    ['/v1/leaderboard?month=2026-01', 1],
    ['/v1/leaderboard?language=en', 5],
    ['/v1/leaderboard?sort=averageviewers&min_minutes=60', 5],
    ['/v1/languages?platform=kick', 5],
    ['/v1/languages?language=en', 1],
    ['/v1/streamers?language=en', 5],
    ['/v1/streamers', 1],
    ['/v1/streamers?live=true', 5],
    ['/v1/streamers?cursor=1000', 5],
    [`/v1/streamers?query=${'a'.repeat(20)}`, 1],
    [`/v1/streamers?query=${'a'.repeat(21)}`, 2],
    [`/v1/streamers?query=${encodeURIComponent('\ufdfa'.repeat(5))}`, 5],
    [`/search?q=${'a'.repeat(21)}`, 4],
    ['/live?title=a', 10],
    ['/parts/live?title=a', 10],
    ['/search/suggestions?q=a', 1],
    ['/compare?streamers=a,b', 5],
    ['/streamers/nobody', 1],
    ['/streamers/nobody?range=all', 5],
    ['/streamers/nobody?hours=viewers', 10],
    ['/v1/streamer/nobody/last-stream', 5],
    ['/v1/streamer/nobody/hours', 10],
    ['/v1/streams/1/stats', 5],
    ['/previews/streamers/nobody.png', 5],
    ['/download/streamers/nobody/hours.png', 5],
    ['/download/streamers/nobody/hours.csv', 10],
    ['/sitemap.xml', 10],
  ])('counts a request for %s as %i units', async (path, units) => {
    await start({ RATE_LIMIT: '30' });
    expect((await limitsOf(path)).remaining).toBe(String(30 - units));
  });

  it('counts one unit for each path that docs/api.md does not list', async () => {
    await start({ RATE_LIMIT: '30' });
    const listed = tableRows(readFileSync('docs/api.md', 'utf8'), 'request').flatMap(([request = '']) =>
      [...request.matchAll(/`(\/[^`]*)`/g)].map(
        ([, path = '']) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}`),
      ),
    );
    const expensive: string[] = [];
    for (const path of [...Object.values(examplePaths), ...shownPages.map(([, path]) => path)]) {
      passSeconds(3_600);
      const { remaining } = await limitsOf(path);
      if (remaining !== null && remaining !== '29') expensive.push(path);
    }
    expect(expensive.length).toBeGreaterThan(10);
    expect(expensive.filter((path) => !listed.some((one) => one.test(path)))).toEqual([]);
  });

  it('counts a response from the cache the same', async () => {
    await start({ RATE_LIMIT: '30', CACHE_TTL_SECONDS: '15' });
    for (const remaining of ['25', '20', '15']) {
      expect(await limitsOf('/v1/streamers?live=true')).toMatchObject({ status: 200, remaining });
    }
  });

  it('counts each request once, also if the edge cache finds that the budget is used up', async () => {
    await start({ RATE_LIMIT: '2', CACHE_TTL_SECONDS: '15' });
    const count = jest.spyOn(api.app.get<FixedWindowStorage>(ThrottlerStorage), 'count');
    for (const status of [200, 200, 429, 429]) expect(await statusOf('/v1/leaderboard')).toBe(status);
    expect(count).toHaveBeenCalledTimes(4);
  });

  it('accepts a request that costs more than the remaining budget, and refuses the next request', async () => {
    await start({ RATE_LIMIT: '7' });
    expect(await limitsOf('/v1/streamers?live=true')).toMatchObject({ status: 200, remaining: '2' });
    expect(await limitsOf('/v1/streamers?live=true')).toMatchObject({ status: 200, remaining: '0' });
    expect(await limitsOf('/v1/leaderboard')).toMatchObject({ status: 429, remaining: '0' });
  });

  it('counts each of many simultaneous requests', async () => {
    await start({ RATE_LIMIT: '10' });
    const statuses = await Promise.all(Array.from({ length: 25 }, () => statusOf('/v1/leaderboard')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });
});

@Controller('v1/echo/:id')
class EchoController {
  @Read('usual', echoOperation)
  answer(@Param() { id }: StreamParams): Echo {
    return { id };
  }

  /** Each load reads rows that take this many milliseconds. */
  @Read('work', echoOperation)
  work(@Param() { id }: StreamParams): Echo {
    countWork('row', (Number(id) * 1_000) / 15);
    return { id };
  }

  @Read('strict', echoOperation)
  @Throttle({ default: { limit: 2, ttl: 10_000 } })
  answerRarely(@Param() { id }: StreamParams): Echo {
    return { id };
  }

  @Read('blocking', echoOperation)
  @Throttle({ default: { limit: 1, ttl: 1_000, blockDuration: 30_000 } })
  answerOnce(@Param() { id }: StreamParams): Echo {
    return { id };
  }

  @Read('by-id', echoOperation)
  @Throttle({ default: { getTracker: (request) => (request.params as StreamParams).id } })
  answerEach(@Param() { id }: StreamParams): Echo {
    return { id };
  }

  @Read('free', echoOperation)
  @SkipThrottle()
  answerAlways(@Param() { id }: StreamParams): Echo {
    return { id };
  }
}

describe('the decorators of the rate limit, on operations with cached responses', () => {
  let api: TestApp;
  let respondedFromEdge: jest.SpyInstance<boolean | Promise<boolean>>;

  const now = new Date(testNow);

  beforeAll(async () => {
    const env = { RATE_LIMIT: '5', CACHE_TTL_SECONDS: '15' };
    api = await TestApp.start({ env, controllers: [EchoController], now });
    respondedFromEdge = jest.spyOn(api.app.get(EdgeCache), 'respond');
  });

  afterAll(() => api.stop());

  beforeEach(() => void now.setTime(now.getTime() + 3_600_000));

  const statusesOf = async (path: string, times: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) statuses.push((await api.send('GET', path)).status);
    return statuses;
  };
  const headerOf = async (path: string, name: string) => (await api.send('GET', path)).headers.get(name);

  it('count all operations without a decorator in one budget, also responses from the cache', async () => {
    expect(await statusesOf('/v1/echo/1/usual', 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statusesOf('/v1/leaderboard', 1)).toEqual([429]);
    const answers = await Promise.all(respondedFromEdge.mock.results.map(({ value }) => value as Promise<boolean>));
    expect(answers).toEqual([false, true, true, true, true, false, false]);
  });

  it.each([
    ['below', workOfUnitMs - 1, 4],
    ['at', workOfUnitMs, 4],
    ['above', workOfUnitMs + 1, 3],
    ['far above', 4 * workOfUnitMs, 1],
    ['beyond the budget', 1_000 * workOfUnitMs, 0],
  ])('charge the client that starts a load for its work: %s the work of one unit', async (_where, workMs, left) => {
    const remaining = () => headerOf(`/v1/echo/${workMs}/work`, 'x-ratelimit-remaining');
    expect(await remaining()).toBe(String(left));
    // A response from the cache costs the price without the work.
    expect(await remaining()).toBe(String(Math.max(0, left - 1)));
    now.setTime(now.getTime() + 3_600_000);
    expect((await Promise.all([remaining(), remaining()])).map(Number).toSorted((a, b) => a - b)[0]).toBe(
      Math.max(0, left - 1),
    );
  });

  it('charge for the work of a reload in the background', async () => {
    const path = `/v1/echo/${workOfUnitMs + 1}/work`;
    expect(await headerOf(path, 'x-ratelimit-remaining')).toBe('3');
    now.setTime(now.getTime() + 20_000);
    await api.send('GET', path);
    await setImmediate();
    expect(await headerOf('/v1/echo/1/usual', 'x-ratelimit-remaining')).toBe('0');
  });

  it('give an operation its own limit, independent of other operations', async () => {
    expect(await statusesOf('/v1/echo/1/usual', 6)).toContain(429);
    expect(await headerOf('/v1/echo/1/strict', 'ratelimit-policy')).toBe('"default";q=2;w=10');
    expect(await statusesOf('/v1/echo/1/strict', 2)).toEqual([200, 429]);
    expect(await headerOf('/v1/echo/2/strict', 'retry-after')).toBe('10');
  });

  it('block for the duration that the operation sets', async () => {
    expect(await statusesOf('/v1/echo/1/blocking', 2)).toEqual([200, 429]);
    expect(await headerOf('/v1/echo/1/blocking', 'retry-after')).toBe('30');
  });

  it('count by the tracker that the operation sets', async () => {
    expect(await statusesOf('/v1/echo/1/by-id', 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statusesOf('/v1/echo/2/by-id', 1)).toEqual([200]);
  });

  it('let an operation have no limit', async () => {
    expect(await statusesOf('/v1/echo/1/free', 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await headerOf('/v1/echo/1/free', 'x-ratelimit-limit')).toBeNull();
    expect(await headerOf('/v1/echo/1/usual', 'x-ratelimit-remaining')).toBe('4');
  });
});
