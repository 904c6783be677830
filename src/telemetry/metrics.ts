import { Aggregator, Counter, Gauge, Histogram, MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { addInstanceMetrics } from './instance-metrics.js';
import { WatchedRequest } from './request-watch.js';

/** Where the values of a scrape come from. */
export interface MetricSources {
  pool(): { total: number; idle: number; waiting: number; max: number };
  /** Each of several servers that are read; none where there is but one. */
  hosts(): { name: string; isUp: boolean; isRead: boolean; lagMs: number; used: number; idle: number }[];
  cache(): { entries: number; bytes: number; maxBytes: number };
  /** Whether requests are counted together with other instances. Undefined without `REDIS_URL`. */
  isLimitShared(): boolean | undefined;
  /** Whether the last refresh of the leaderboard that this process started failed. Undefined if there was none. */
  hasRefreshFailed(): boolean | undefined;
  /** Fails when the database is out of reach. */
  data(): Promise<{ newestAt: string | null; boardRefreshedAt: string | null }>;
}

// From an answer from memory, which takes some 20 microseconds, to one that waits for the database for as long as it may.
const durationBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics of a process as data, to be added up with those of others. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

const readiness = '/v1/health/ready';

/**
 * The metrics of the service and, under their usual names, of its process. Labels are route templates, statuses and other
 * constants of this code, so the number of series is bounded and none of them identifies a client.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly common = { registers: [this.registry] };
  private readonly durations = new Histogram({
    ...this.common,
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request until its answer is handed over, by route template (none: no route) and status (499: the client has left).',
    labelNames: ['route', 'status'],
    buckets: durationBuckets,
  });
  private readonly bytes = this.counter('http_response_body_bytes_total', 'Bytes of bodies sent.', ['route']);
  private readonly cacheResults = this.counter(
    'response_cache_results_total',
    'Answers of cached operations: hit (fresh), stale, miss.',
    ['route', 'result'],
  );
  private readonly rejected = this.counter(
    'http_requests_rejected_total',
    'Requests answered 503 because of overload.',
  );
  private readonly limited = this.counter(
    'http_requests_limited_total',
    'Requests answered 429 because a budget was used up.',
  );
  private readonly connections = this.gauge(
    'database_pool_connections',
    'Database connections by state: used or idle.',
    ['state'],
  );
  private readonly maxConnections = this.gauge('database_pool_max_connections', 'Limit of the number of connections.');
  private readonly waiting = this.gauge('database_pool_waiting', 'Reads that wait for a connection.');
  private readonly hostUp = this.gauge(
    'database_host_up',
    'Whether a database server answers: 1 or 0.',
    ['host'],
    'min',
  );
  private readonly hostRead = this.gauge(
    'database_host_read',
    'Whether reads go to a database server: 1 or 0.',
    ['host'],
    'min',
  );
  private readonly hostLag = this.gauge('database_host_lag_seconds', 'How far a standby is behind.', ['host'], 'max');
  private readonly hostConnections = this.gauge(
    'database_host_connections',
    'Connections to a database server by state: used or idle.',
    ['host', 'state'],
  );
  private readonly cacheBytes = this.gauge('response_cache_bytes', 'Memory used by cached answers.');
  private readonly cacheMaxBytes = this.gauge(
    'response_cache_max_bytes',
    'Limit of the memory used by cached answers.',
  );
  private readonly cacheEntries = this.gauge('response_cache_entries', 'Cached answers.');
  private readonly limitShared = this.gauge(
    'rate_limit_shared',
    'With REDIS_URL: 1 while instances count requests together, 0 while each counts by itself.',
    [],
    'min',
  );
  private readonly databaseUp = this.gauge('database_up', 'Whether the database answers: 1 or 0.', [], 'min');
  private readonly newest = this.gauge('data_newest_timestamp_seconds', 'Time of the newest imported data.', [], 'max');
  private readonly board = this.gauge(
    'leaderboard_refreshed_timestamp_seconds',
    'Time of the last refresh of the leaderboard.',
    [],
    'max',
  );

  constructor(
    private readonly sources: MetricSources,
    version: string,
  ) {
    addInstanceMetrics(this.registry, () => this.sources.hasRefreshFailed());
    this.gauge('service_info', 'The version of the service; always 1.', ['version'], 'first').set({ version }, 1);
  }

  observe({ route, status, durationMs, bytes, cache }: WatchedRequest): void {
    this.durations.observe({ route, status }, durationMs / 1000);
    if (bytes > 0) this.bytes.inc({ route }, bytes);
    if (cache !== 'none') this.cacheResults.inc({ route, result: cache });
    if (status === 429) this.limited.inc();
    if (status === 503 && route !== readiness) this.rejected.inc();
  }

  /** All metrics, in the text format of Prometheus. */
  async print(): Promise<string> {
    await this.update();
    return this.registry.metrics();
  }

  /** All metrics, to be added up with those of other workers. */
  async values(): Promise<MetricValues> {
    await this.update();
    return this.registry.getMetricsAsJSON();
  }

  private async update(): Promise<void> {
    const pool = this.sources.pool();
    const cache = this.sources.cache();
    const isLimitShared = this.sources.isLimitShared();
    const data = await this.sources.data().catch(() => undefined);
    this.connections.set({ state: 'used' }, pool.total - pool.idle);
    this.connections.set({ state: 'idle' }, pool.idle);
    this.maxConnections.set(pool.max);
    this.waiting.set(pool.waiting);
    this.printHosts();
    this.cacheBytes.set(cache.bytes);
    this.cacheMaxBytes.set(cache.maxBytes);
    this.cacheEntries.set(cache.entries);
    this.databaseUp.set(data ? 1 : 0);
    setOrRemove(this.limitShared, isLimitShared === undefined ? undefined : Number(isLimitShared));
    // While the database is away these metrics are left out. An old value would look current.
    setOrRemove(this.newest, secondsOf(data?.newestAt));
    setOrRemove(this.board, secondsOf(data?.boardRefreshedAt));
  }

  private printHosts(): void {
    for (const { name: host, isUp, isRead, lagMs, used, idle } of this.sources.hosts()) {
      this.hostUp.set({ host }, Number(isUp));
      this.hostRead.set({ host }, Number(isRead));
      // What is not known is left out.
      if (isUp && Number.isFinite(lagMs)) this.hostLag.set({ host }, lagMs / 1000);
      else this.hostLag.remove({ host });
      this.hostConnections.set({ host, state: 'used' }, used);
      this.hostConnections.set({ host, state: 'idle' }, idle);
    }
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ ...this.common, name, help, labelNames });
  }

  /** `aggregator` says what the value of several workers is. */
  private gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    aggregator: Aggregator = 'sum',
  ): Gauge<Label> {
    return new Gauge({ ...this.common, name, help, labelNames, aggregator });
  }
}

function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

function secondsOf(moment: string | null | undefined): number | undefined {
  return typeof moment === 'string' ? Date.parse(moment) / 1000 : undefined;
}
