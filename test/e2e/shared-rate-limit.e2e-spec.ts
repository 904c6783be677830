import { setTimeout as sleep } from 'node:timers/promises';
import { RedisWindowStorage } from '../../src/rate-limit/redis-window.storage.js';
import { freePort } from '../support/http/free-port.js';
import { describeWithRedis, TestRedis } from '../support/http/redis-server.js';
import { TestApp } from '../support/http/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

const token = 'token-of-the-tests-0123456789';
const other = 'other-of-the-tests-0123456789';
const gone = 'Redis is unreachable: each instance counts requests separately';
const back = 'Redis is reachable again: the instances count requests together';

describeWithRedis('two instances that count in', (Redis) => {
  let database: TestDatabase;
  let redis: TestRedis;
  let port: number;
  let apps: TestApp[] = [];
  let lines: { msg: string }[];

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    // For slow machines.
    jest.replaceProperty(RedisWindowStorage, 'replyTimeoutMs', 5_000);
    port = await freePort();
    redis = new Redis(port);
    await redis.start();
    lines = [];
  });

  afterEach(async () => {
    for (const app of apps) await app.stop();
    await redis.kill();
    jest.restoreAllMocks();
  });

  const start = async (env: Record<string, string> = {}, ...more: Record<string, string>[]) => {
    apps = [];
    for (const different of [{}, ...(more.length > 0 ? more : [{}])]) {
      const defaults = { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT: '3', LOG_LEVEL: 'info' };
      const onLog = (line: string) => lines.push(JSON.parse(line) as { msg: string });
      const options = { env: { ...defaults, ...env, ...different }, databaseUrl: database.url, onLog };
      apps.push(await TestApp.start(options));
    }
  };
  const messages = () => lines.map(({ msg }) => msg).filter((msg) => msg.includes('Redis'));

  /** The status of a request, the remaining budget, and the duration. */
  const ask = async (instance: number, headers: Record<string, string> = {}) => {
    const startedAt = performance.now();
    const answer = await (apps[instance] as TestApp).get('/v1/leaderboard', headers);
    const left = Number(answer.headers.get('x-ratelimit-remaining'));
    return { status: answer.status, left, headers: answer.headers, ms: performance.now() - startedAt };
  };

  /** Sends requests until the condition is true. */
  const until = async (instance: number, isWanted: () => boolean) => {
    for (const deadline = Date.now() + 60_000; !isWanted() && Date.now() < deadline; await sleep(50)) {
      await ask(instance);
    }
    expect(isWanted()).toBe(true);
  };

  it('share a budget, request by request', async () => {
    await start();
    expect(await ask(0)).toMatchObject({ status: 200, left: 2 });
    expect(await ask(1)).toMatchObject({ status: 200, left: 1 });
    expect(await ask(1)).toMatchObject({ status: 200, left: 0 });
    const { status, headers } = await ask(0);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=(5\d|60)$/);
    expect(messages()).toEqual([]);
  });

  it('share it exactly among simultaneous requests', async () => {
    await start({ RATE_LIMIT: '100', TRUST_PROXY: '1' });
    for (let i = 0; i < 10; i++) await ask(i % 2, { 'X-Forwarded-For': '192.0.2.1' });
    const lefts: number[] = [];
    for (let wave = 0; wave < 12; wave++) {
      const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => ask(i % 2)));
      lefts.push(...answers.filter(({ status }) => status === 200).map(({ left }) => left));
    }
    expect(lefts.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(messages()).toEqual([]);
  });

  it('share the budget of each token, also while they accept different tokens', async () => {
    await start({}, { API_TOKEN: token }, { API_TOKEN: `${other},${token}` });
    await apps.shift()?.stop();
    const authorization = { Authorization: `Bearer ${token}` };
    expect(await ask(0, authorization)).toMatchObject({ status: 200, left: 2 });
    expect(await ask(1, authorization)).toMatchObject({ status: 200, left: 1 });
    expect(await ask(1, { Authorization: `Bearer ${other}` })).toMatchObject({ status: 200, left: 2 });
    expect(await ask(0, { Authorization: `Bearer ${other}` })).toMatchObject({ status: 401, left: 2 });
    expect(await ask(1)).toMatchObject({ status: 401, left: 1 });
  });

  it('have a new budget after the window has passed', async () => {
    await start({ RATE_WINDOW_SECONDS: '600' });
    for (let i = 0; i < 4; i++) await ask(i % 2);
    await redis.pass(300_000);
    expect(await ask(0)).toMatchObject({ status: 429, left: 0 });
    await redis.pass(300_000);
    expect(await ask(0)).toMatchObject({ status: 200, left: 2 });
    expect(await ask(1)).toMatchObject({ status: 200, left: 1 });
  });

  it('count separately after Redis is killed, and together after it restarts', async () => {
    await start({ TRUST_PROXY: '1' });
    for (let i = 0; i < 4; i++) await ask(i % 2);
    await redis.kill();
    for (const instance of [0, 1]) {
      const answers = [await ask(instance), await ask(instance), await ask(instance), await ask(instance)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5_000);
    }
    expect(messages()).toEqual([gone, gone]);
    await redis.start();
    await until(0, () => messages().length === 3);
    await until(1, () => messages().length === 4);
    expect(messages()).toEqual([gone, gone, back, back]);
    // An unused budget.
    const fresh = (instance: number) => ask(instance, { 'X-Forwarded-For': '192.0.2.1' });
    expect([await fresh(0), await fresh(1), await fresh(0), await fresh(1)]).toMatchObject([
      { status: 200, left: 2 },
      { status: 200, left: 1 },
      { status: 200, left: 0 },
      { status: 429, left: 0 },
    ]);
  });

  it('respond in time while Redis hangs, and count together again after it continues', async () => {
    await start({ RATE_LIMIT: '1000' });
    await ask(0);
    redis.freeze();
    RedisWindowStorage.replyTimeoutMs = 100;
    for (const deadline = Date.now() + 3_000; Date.now() < deadline; await sleep(20)) {
      const { status, ms } = await ask(0);
      expect(status).toBe(200);
      expect(ms).toBeLessThan(5_000);
    }
    expect(messages()).toEqual([gone]);
    RedisWindowStorage.replyTimeoutMs = 5_000;
    redis.thaw();
    await until(0, () => messages().length === 2);
    expect(messages()).toEqual([gone, back]);
    const { left } = await ask(0);
    expect((await ask(1)).left).toBe(left - 1);
  });

  it('start without Redis, and count together after it starts', async () => {
    await redis.kill();
    await start();
    expect(messages()).toEqual([gone, gone]);
    expect(await ask(0)).toMatchObject({ status: 200, left: 2 });
    expect(await ask(1)).toMatchObject({ status: 200, left: 2 });
    await redis.start();
    await until(0, () => messages().length === 3);
    await until(1, () => messages().length === 4);
  });

  it('log no password, right or wrong', async () => {
    await redis.kill();
    redis = new Redis(port, 'hunter2');
    await redis.start();
    await start({ REDIS_URL: `redis://:hunter2@127.0.0.1:${port}`, LOG_LEVEL: 'trace' });
    expect(await ask(0)).toMatchObject({ status: 200, left: 2 });
    expect(await ask(1)).toMatchObject({ status: 200, left: 1 });
    for (const app of apps) await app.stop();
    await start({ REDIS_URL: `redis://:hunter3@127.0.0.1:${port}`, LOG_LEVEL: 'trace' });
    expect(await ask(0)).toMatchObject({ status: 200, left: 2 });
    expect(messages().filter((message) => message === gone)).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('hunter');
  });
});
