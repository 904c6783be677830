import { Counter, Gauge, Histogram } from 'prom-client';
import { processMetrics } from '../http/operators/process-metrics.js';
import { addWebhookMetrics, WebhookFigures } from '../http/operators/webhook-metrics.js';
import { WatchedRequest } from './request-watch.js';

/** The sources of the values of a scrape. */
export interface MetricSources {
  pool(): { total: number; idle: number; waiting: number; max: number };
  cache(): { entries: number; bytes: number; maxBytes: number };
  /** True if instances count requests together. Undefined without `REDIS_URL`. */
  isLimitShared(): boolean | undefined;
  /** True if the last leaderboard refresh that this process started failed. Undefined if there was none. */
  hasRefreshFailed(): boolean | undefined;
  /** Undefined unless a process of this service sends webhooks. */
  webhooks(): WebhookFigures | undefined;
  /** Fails if the database is unreachable. */
  data(): Promise<{ newestAt: string | null; boardRefreshedAt: string | null }>;
}

// From a response from memory, about 20 microseconds, to the maximum wait for the database.
const durationBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const readiness = '/v1/health/ready';

/**
 * Metrics of the service and, under their usual names, of its process. Labels are route templates, statuses and other
 * constants, so the number of series is limited and none identifies a client.
 */
export class Metrics {
  private readonly registry = processMetrics();
  private readonly common = { registers: [this.registry] };
  private readonly durations = new Histogram({
    ...this.common,
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request until its response is written, by route template (none: no route) and status (499: the client disconnected).',
    labelNames: ['route', 'status'],
    buckets: durationBuckets,
  });
  private readonly bytes = this.counter('http_response_body_bytes_total', 'Bytes of sent response bodies.', ['route']);
  private readonly cacheResults = this.counter(
    'response_cache_results_total',
    'Responses of cached operations: hit (fresh), stale, miss.',
    ['route', 'result'],
  );
  private readonly rejected = this.counter(
    'http_requests_rejected_total',
    'Requests with status 503 because of overload.',
  );
  private readonly limited = this.counter(
    'http_requests_limited_total',
    'Requests with status 429 because of the rate limit.',
  );
  private readonly connections = this.gauge(
    'database_pool_connections',
    'Database connections by state: used or idle.',
    ['state'],
  );
  private readonly maxConnections = this.gauge('database_pool_max_connections', 'Limit of the number of connections.');
  private readonly waiting = this.gauge('database_pool_waiting', 'Reads that wait for a connection.');
  private readonly cacheBytes = this.gauge('response_cache_bytes', 'Memory used by cached responses.');
  private readonly cacheMaxBytes = this.gauge(
    'response_cache_max_bytes',
    'Limit of the memory used by cached responses.',
  );
  private readonly cacheEntries = this.gauge('response_cache_entries', 'Number of cached responses.');
  private readonly limitShared = this.gauge(
    'rate_limit_shared',
    'With REDIS_URL: 1 while instances count requests together, 0 while each instance counts separately.',
  );
  private readonly databaseUp = this.gauge('database_up', 'Whether the database responds: 1 or 0.');
  private readonly newest = this.gauge('data_newest_timestamp_seconds', 'Time of the newest data.');
  private readonly board = this.gauge(
    'leaderboard_refreshed_timestamp_seconds',
    'Time of the last refresh of the leaderboard.',
  );
  private readonly refreshFailed = this.gauge(
    'leaderboard_refresh_failed',
    'Whether the last refresh of the leaderboard by this instance failed: 1 or 0.',
  );

  constructor(
    private readonly sources: MetricSources,
    version: string,
  ) {
    addWebhookMetrics(this.registry, () => this.sources.webhooks());
    this.gauge('service_info', 'Version of the service; always 1.', ['version']).set({ version }, 1);
  }

  observe({ route, status, durationMs, bytes, cache }: WatchedRequest): void {
    this.durations.observe({ route, status }, durationMs / 1000);
    if (bytes > 0) this.bytes.inc({ route }, bytes);
    if (cache !== 'none') this.cacheResults.inc({ route, result: cache });
    if (status === 429) this.limited.inc();
    if (status === 503 && route !== readiness) this.rejected.inc();
  }

  /** Returns all metrics in the text format of Prometheus. */
  async print(): Promise<string> {
    const pool = this.sources.pool();
    const cache = this.sources.cache();
    const data = await this.sources.data().catch(() => undefined);
    this.connections.set({ state: 'used' }, pool.total - pool.idle);
    this.connections.set({ state: 'idle' }, pool.idle);
    this.maxConnections.set(pool.max);
    this.waiting.set(pool.waiting);
    this.cacheBytes.set(cache.bytes);
    this.cacheMaxBytes.set(cache.maxBytes);
    this.cacheEntries.set(cache.entries);
    this.databaseUp.set(data ? 1 : 0);
    setOrRemove(this.limitShared, numberOf(this.sources.isLimitShared()));
    setOrRemove(this.refreshFailed, numberOf(this.sources.hasRefreshFailed()));
    // Omit these metrics while the database is unavailable, because an old value would look current.
    setOrRemove(this.newest, secondsOf(data?.newestAt));
    setOrRemove(this.board, secondsOf(data?.boardRefreshedAt));
    return this.registry.metrics();
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ ...this.common, name, help, labelNames });
  }

  private gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ ...this.common, name, help, labelNames });
  }
}

function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

function numberOf(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function secondsOf(moment: string | null | undefined): number | undefined {
  return typeof moment === 'string' ? Date.parse(moment) / 1000 : undefined;
}
