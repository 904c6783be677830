import { once } from 'node:events';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { PrismaService } from '../../src/database/prisma.service.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { MetricsServer } from '../../src/server/operations/metrics-server.js';
import { freePort } from '../support/http/free-port.js';
import { RedisStandIn } from '../support/http/redis-server.js';
import { sendRaw } from '../support/http/raw-http.js';
import { Factories, hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';
import { waitingSessions } from '../support/database/waiting-sessions.js';

const token = 'token-of-the-tests-0123456789';
const authorized = { Authorization: `Bearer ${token}` };
const board = '/v1/leaderboard';
const partners = '/v1/streamer/{name}/partners';

/** Set by Jest's configuration. */
declare const cacheTtlSeconds: string;
const isCached = cacheTtlSeconds !== '0';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

describe('the metrics', () => {
  const now = new Date(testNow);
  let api: TestApp;
  let data: Factories;

  beforeEach(async () => {
    now.setTime(testNow.getTime());
    const env = {
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      API_TOKEN: token,
      RATE_LIMIT: '20',
      RATE_WINDOW_SECONDS: '60',
      CACHE_MAX_MEGABYTES: '24',
    };
    api = await TestApp.start({ env, now, databaseUrl: database.url });
    data = await Factories.connect(api.databaseUrl);
  });

  afterEach(async () => {
    await data.end();
    await api.stop();
    await database.empty();
  });

  const ask = (path: string, headers: Record<string, string> = authorized) => api.send('GET', path, headers);

  it('count requests by route template and status, and the bytes of their bodies, for every kind of response', async () => {
    const { headers, text } = await ask(board);
    await ask(board);
    await ask(board, { ...authorized, 'If-None-Match': headers.get('etag') ?? '' });
    await api.send('HEAD', board, authorized);
    const bad = await ask(`${board}?limit=0`);
    const unauthorized = await ask(board, {});
    await data.streamer({ login: 'aurora' });
    await ask('/v1/streamer/aurora/partners');
    await ask('/v1/streamer/nobody/partners');
    await ask('/v1/nothing/at/all');
    await ask('/v1/nothing-else');
    await api.send('POST', board);
    await ask('/v1/health/ready');

    const { valueOf } = await scrape(api);
    const requests = (route: string, status: number) =>
      valueOf(`http_request_duration_seconds_count{route="${route}",status="${status}"}`);
    expect(requests(board, 200)).toBe(3);
    expect(requests(board, 304)).toBe(1);
    expect(requests(board, 400)).toBe(1);
    expect(requests(board, 401)).toBe(1);
    expect(requests(partners, 200)).toBe(1);
    expect(requests(partners, 404)).toBe(1);
    expect(requests('none', 404)).toBe(2);
    expect(requests('none', 405)).toBe(1);
    expect(requests('/v1/health/ready', 200)).toBe(1);
    expect(valueOf(`http_request_duration_seconds_bucket{le="5",route="${board}",status="200"}`)).toBe(3);
    const bodies = [text, text, bad.text, unauthorized.text].join('');
    expect(valueOf(`http_response_body_bytes_total{route="${board}"}`)).toBe(Buffer.byteLength(bodies));
  });

  it('count input that is refused before it is a complete request, under the route none', async () => {
    api.app.getHttpServer().headersTimeout = 100;
    await sendRaw(api.port, 'hello\r\n\r\n');
    await sendRaw(api.port, Buffer.from('16030100c8010000c40303', 'hex'));
    await sendRaw(api.port, `GET ${board} HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    await sendRaw(api.port, `GET ${board} HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n`);
    await sendRaw(api.port, `GET ${board} HTTP/1.1\r\nHost: a\r\n`, 60_000);
    const { valueOf } = await scrape(api);
    const counts = [400, 431, 417, 408].map((status) =>
      valueOf(`http_request_duration_seconds_count{route="none",status="${status}"}`),
    );
    expect(counts).toEqual([2, 1, 1, 1]);
    expect(valueOf('http_response_body_bytes_total{route="none"}')).toBeGreaterThan(100);
  });

  it('count requests whose client leaves before the response', async () => {
    const locking = new pg.Client({ connectionString: api.databaseUrl });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE streamers IN ACCESS EXCLUSIVE MODE');
    const leaving = new AbortController();
    const left = fetch(`${api.url}/v1/streamer/aurora/partners`, { headers: authorized, signal: leaving.signal });
    await until(async () => (await waitingSessions(locking)).length > 0);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    const requests = async (status: number) =>
      (await scrape(api)).valueOf(`http_request_duration_seconds_count{route="${partners}",status="${status}"}`);
    await until(async () => (await requests(499)) === 1);
    expect(await requests(200)).toBeUndefined();
    await locking.end();
  });

  it('count hits, stale responses and misses of the cache, and its entries', async () => {
    const before = await scrape(api);
    let requests = 0;
    const askAfter = (seconds: number) => {
      now.setTime(now.getTime() + seconds * 1000);
      requests++;
      return ask(board);
    };
    for (const seconds of [0, 0, 14, 0]) await askAfter(seconds);
    // At 16 seconds the response is stale until the background load has finished.
    let latest = await askAfter(2);
    while (latest.headers.get('age') !== null) {
      await setTimeout(100);
      latest = await askAfter(0);
    }
    for (const seconds of [60, 0]) await askAfter(seconds);
    const { valueOf } = await scrape(api);
    const results = (result: string) => valueOf(`response_cache_results_total{route="${board}",result="${result}"}`);
    const counts = ['miss', 'hit', 'stale'].map(results);
    if (!isCached) return expect(counts).toEqual([undefined, undefined, undefined]);
    expect(counts[0]).toBe(2);
    expect(counts[2]).toBeGreaterThanOrEqual(1);
    expect((counts[1] ?? 0) + (counts[2] ?? 0)).toBe(requests - 2);
    expect(before.valueOf('response_cache_entries')).toBe(0);
    expect(valueOf('response_cache_entries')).toBe(1);
    expect(valueOf('response_cache_bytes')).toBeGreaterThan(before.valueOf('response_cache_bytes') ?? NaN);
    expect(valueOf('response_cache_max_bytes')).toBe(24 * 1024 * 1024);
  });

  it('count requests refused by the rate limit or by overload', async () => {
    for (let i = 0; i < 23; i++) await ask('/v1/streamer/nobody/partners');
    expect((await scrape(api)).valueOf('http_requests_limited_total')).toBe(3);
    expect((await scrape(api)).valueOf('http_requests_rejected_total')).toBe(0);
    now.setTime(now.getTime() + 60_000);
    jest.spyOn(api.app.get(ResponseCache), 'isBusy', 'get').mockReturnValue(true);
    for (const path of [board, '/v1/streamer/a/partners']) expect(await ask(path)).toMatchObject({ status: 503 });
    expect((await scrape(api)).valueOf('http_requests_rejected_total')).toBe(2);
  });

  it('show the age of the data and of the board', async () => {
    const moments = ['data_newest_timestamp_seconds', 'leaderboard_refreshed_timestamp_seconds'];
    expect(moments.map((await scrape(api)).valueOf)).toEqual([undefined, undefined]);
    expect((await scrape(api)).valueOf('rate_limit_shared')).toBeUndefined();
    await data.dataSummary([{ kind: 'streams', row_count: 1, newest: hoursAgo(3) }]);
    await data.refreshBoard(hoursAgo(1));
    const { valueOf } = await scrape(api);
    expect(moments.map(valueOf)).toEqual([hoursAgo(3).getTime() / 1000, hoursAgo(1).getTime() / 1000]);
    expect(valueOf('database_up')).toBe(1);
  });

  it('describe the pool, the event loop, and the process', async () => {
    const connection = await api.app.get(PrismaService).pool.connect();
    expect((await scrape(api)).valueOf('database_pool_connections{state="used"}')).toBe(1);
    connection.release();
    const { valueOf, text } = await scrape(api);
    expect(valueOf('database_pool_connections{state="used"}')).toBe(0);
    expect(valueOf('database_pool_connections{state="idle"}')).toBeGreaterThan(0);
    expect(valueOf('database_pool_max_connections')).toBe(8);
    expect(valueOf('database_pool_waiting')).toBe(0);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'service_info']) {
      expect(text).toMatch(new RegExp(`^${name}(\\{.*\\})? `, 'm'));
    }
  });

  it('contain no tokens, no addresses and no request details', async () => {
    for (const path of [`${board}?secret=s3cret`, '/v1/streamer/s3cret/partners', '/s3cret']) {
      await ask(path);
      await ask(path, { Authorization: 'Bearer wrong-0123456789' });
    }
    expect((await scrape(api)).text).not.toMatch(/0123456789|s3cret|127\.0\.0\.1|postgres/);
  });

  it('are available only at their port and path', async () => {
    expect((await ask('/metrics')).status).toBe(404);
    const { port } = api.app.get(MetricsServer);
    for (const path of ['/', board, '/metrics/x', '/v1/status', '/docs']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    }
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});

it('metrics show an unreachable database, and then no age of the data', async () => {
  const env = { METRICS_PORT: '0', DATABASE_READER_URL: 'postgresql://nobody@127.0.0.1:1/none' };
  const api = await TestApp.start({ env, databaseUrl: database.url });
  try {
    const { valueOf } = await scrape(api);
    expect(valueOf('database_up')).toBe(0);
    expect(valueOf('data_newest_timestamp_seconds')).toBeUndefined();
  } finally {
    await api.stop();
  }
});

it('metrics show whether instances share their request counts', async () => {
  const port = await freePort();
  const redis = new RedisStandIn(port);
  await redis.start();
  const env = { METRICS_PORT: '0', REDIS_URL: `redis://127.0.0.1:${port}` };
  const api = await TestApp.start({ env, databaseUrl: database.url });
  try {
    expect((await scrape(api)).valueOf('rate_limit_shared')).toBe(1);
    await redis.kill();
    await api.get(board);
    expect((await scrape(api)).valueOf('rate_limit_shared')).toBe(0);
  } finally {
    await redis.kill();
    await api.stop();
  }
});

it('metrics are off by default', async () => {
  const api = await TestApp.start({ databaseUrl: database.url });
  expect(api.app.get(MetricsServer).port).toBeUndefined();
  await api.stop();
});

it('a used port prevents the start of the service, and the message names the variable', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    const env = { METRICS_PORT: String(port), HOST: '127.0.0.1' };
    await expect(TestApp.start({ env, databaseUrl: database.url })).rejects.toThrow(
      `METRICS_PORT is ${port}, but the process cannot listen on this port (EADDRINUSE). Set METRICS_PORT to a free port.`,
    );
  } finally {
    other.close();
  }
});

/** The text that Prometheus reads. */
async function scrape(api: TestApp): Promise<{ text: string; valueOf: (series: string) => number | undefined }> {
  const response = await fetch(`http://127.0.0.1:${api.app.get(MetricsServer).port}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  const values = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  return { text, valueOf: (series) => values.get(series) };
}
