import { Clock } from '../../src/clock/clock.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { FixedWindowStorage } from '../../src/rate-limit/fixed-window.storage.js';
import { RedisWindowStorage } from '../../src/rate-limit/redis-window.storage.js';
import { describeWhere } from '../support/describe-where.js';
import { freePort } from '../support/http/free-port.js';
import { sendRaw } from '../support/http/raw-http.js';
import { RedisServer, RedisStandIn } from '../support/http/redis-server.js';
import { TcpProxy } from '../support/http/tcp-proxy.js';
import { until } from '../support/until.js';

// For slow machines.
beforeEach(() => void jest.replaceProperty(RedisWindowStorage, 'replyTimeoutMs', 5_000));

afterEach(() => jest.restoreAllMocks());

describeWhere(RedisServer.isInstalled, 'counters in redis-server', 'which is not installed here', () => {
  let port: number;
  let redis: RedisServer;
  let storage: RedisWindowStorage;

  beforeAll(async () => {
    port = await freePort();
    redis = new RedisServer(port);
    await redis.start();
    const local = new FixedWindowStorage(new Clock());
    storage = await RedisWindowStorage.connect(`redis://127.0.0.1:${port}`, local, new AppLogger('silent'));
  });

  afterAll(async () => {
    storage.onApplicationShutdown();
    await redis.kill();
  });

  it('get an expiration if it is missing, so that nobody stays blocked', async () => {
    await sendRaw(port, 'SET streaming-analytics:rate-limit:a 7\r\nQUIT\r\n');
    expect(await storage.increment('a', 10_000, 3, 0)).toMatchObject({
      totalHits: 8,
      isBlocked: true,
      timeToExpire: 10,
    });
    const [, leftMs = '-1'] =
      /:(-?\d+)/.exec(await sendRaw(port, 'PTTL streaming-analytics:rate-limit:a\r\nQUIT\r\n')) ?? [];
    expect(Number(leftMs)).toBeGreaterThan(0);
    expect(Number(leftMs)).toBeLessThanOrEqual(10_000);
  });

  it('move to the new primary after a failover behind the same address', async () => {
    const others = await Promise.all([freePort(), freePort()]);
    const servers = others.map((other) => new RedisServer(other));
    for (const server of servers) await server.start();
    let [primary, replica] = others;
    const proxy = await TcpProxy.start(() => primary);
    const url = `redis://127.0.0.1:${proxy.port}`;
    const failing = await RedisWindowStorage.connect(url, new FixedWindowStorage(new Clock()), new AppLogger('silent'));
    try {
      expect(await failing.increment('a', 600_000, 9, 0)).toMatchObject({ totalHits: 1 });
      // The open connection leads to the old primary.
      [primary, replica] = [replica, primary];
      await sendRaw(replica, `REPLICAOF 127.0.0.1 ${primary}\r\nQUIT\r\n`);
      await failing.increment('a', 600_000, 9, 0);
      expect(failing.isShared).toBe(false);
      await until(async () => {
        await failing.increment('a', 600_000, 1_000_000, 0);
        return failing.isShared;
      });
      expect(await sendRaw(primary, 'GET streaming-analytics:rate-limit:a\r\nQUIT\r\n')).toMatch(/\$\d+\r\n\d+/);
    } finally {
      failing.onApplicationShutdown();
      await proxy.stop();
      for (const server of servers) await server.kill();
    }
  });

  it('block a client for the duration of the operation, from its first request after the limit', async () => {
    expect(await storage.increment('b', 10_000, 1, 30_000)).toMatchObject({ isBlocked: false, timeToExpire: 10 });
    expect(await storage.increment('b', 10_000, 1, 30_000)).toMatchObject({ isBlocked: true, timeToExpire: 30 });
  });

  it('count simultaneous requests per client, with one command', async () => {
    const asked = async () => {
      const counts = (await sendRaw(port, 'INFO commandstats\r\nQUIT\r\n')).matchAll(/cmdstat_eval\w*:calls=(\d+)/g);
      return [...counts].reduce((sum, [, calls]) => sum + Number(calls), 0);
    };
    const before = await asked();
    const counted = await Promise.all(
      [
        ['c', 1],
        ['d', 20],
        ['c', 1],
        ['d', 20],
        ['d', 20],
      ].map(([key, seconds]) => storage.increment(String(key), Number(seconds) * 1_000, 1, 0)),
    );
    expect(counted.map(({ totalHits, timeToExpire }) => [totalHits, timeToExpire])).toEqual([
      [1, 1],
      [1, 20],
      [2, 1],
      [2, 20],
      [3, 20],
    ]);
    expect(await asked()).toBe(before + 1);
  });
});

describe('a server in place of Redis that does not return two counts', () => {
  it.each([
    ['nothing', '$-1\r\n'],
    ['a number', ':1\r\n'],
    ['a text', '+OK\r\n'],
    ['half a list', '*1\r\n:1\r\n'],
    ['more than two numbers', '*3\r\n:1\r\n:1000\r\n:1\r\n'],
    ['texts', '*2\r\n$1\r\n1\r\n$4\r\n1000\r\n'],
    ['no hits', '*2\r\n:0\r\n:1000\r\n'],
    ['a window without an end', '*2\r\n:1\r\n:-1\r\n'],
    ['an end above the safe integers', '*2\r\n:1\r\n:9223372036854775807\r\n'],
    ['a count above the safe integers', '*2\r\n:9223372036854775807\r\n:1000\r\n'],
    ['a negative count', '*2\r\n:-5\r\n:1000\r\n'],
    ['a null list', '*-1\r\n'],
    ['an empty list', '*0\r\n'],
    ['a list of nothing', '*2\r\n$-1\r\n$-1\r\n'],
    ['a list of lists', '*2\r\n*1\r\n:1\r\n*1\r\n:1000\r\n'],
    ['a list with an error', '*2\r\n-ERR one\r\n:1000\r\n'],
    ['an error', '-ERR unknown command\r\n'],
    ['an error while loading', '-LOADING Redis is loading the dataset in memory\r\n'],
    ['a permission error', '-NOPERM no permissions\r\n'],
    ['an invalid reply', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('counts as an unreachable Redis: %s', async (_what, counts) => {
    const port = await freePort();
    const redis = new RedisStandIn(port, '', counts);
    await redis.start();
    const lines: string[] = [];
    const logger = new AppLogger('warn', { write: (line) => void lines.push(line) });
    const url = `redis://127.0.0.1:${port}`;
    const storage = await RedisWindowStorage.connect(url, new FixedWindowStorage(new Clock()), logger);
    try {
      expect(await storage.increment('a', 10_000, 1, 0)).toMatchObject({ totalHits: 1, timeToExpire: 10 });
      expect(await storage.increment('a', 10_000, 1, 0)).toMatchObject({ totalHits: 2, isBlocked: true });
      expect(storage.isShared).toBe(false);
      expect(lines).toEqual([expect.stringContaining('Redis is unreachable')]);
    } finally {
      storage.onApplicationShutdown();
      await redis.kill();
    }
  });
});
