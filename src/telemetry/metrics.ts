import { Counter, Histogram } from 'prom-client';
import { addGauge, addLabeled, numberOf, processMetrics } from '../http/operators/process-metrics.js';
import { addRefresherMetrics, RefresherReport } from '../http/operators/refresher-metrics.js';
import { addWebhookMetrics } from '../http/operators/webhook-metrics.js';
import { WatchedRequest } from './request-watch.js';

/** The sources of the values of a scrape. */
export interface MetricSources {
  pool(): { total: number; idle: number; waiting: number; max: number };
  cache(): { entries: number; bytes: number; maxBytes: number };
  /** True if instances count requests together. Undefined without `REDIS_URL`. */
  isLimitShared(): boolean | undefined;
  /** The last report of the process that refreshes the leaderboard; empty without one. */
  refresher(): RefresherReport;
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
  private data?: Awaited<ReturnType<MetricSources['data']>>;

  constructor(
    private readonly sources: MetricSources,
    version: string,
  ) {
    const gauge = (name: string, help: string, read: () => number | undefined) =>
      addGauge(this.registry, name, help, read);
    addLabeled(
      'gauge',
      this.registry,
      ['database_pool_connections', 'state'],
      'Database connections by state: used or idle.',
      () => {
        const { total, idle } = sources.pool();
        return [
          [{ state: 'used' }, total - idle],
          [{ state: 'idle' }, idle],
        ];
      },
    );
    gauge('database_pool_max_connections', 'Limit of the number of connections.', () => sources.pool().max);
    gauge('database_pool_waiting', 'Reads that wait for a connection.', () => sources.pool().waiting);
    gauge('response_cache_bytes', 'Memory used by cached responses.', () => sources.cache().bytes);
    gauge('response_cache_max_bytes', 'Limit of the memory used by cached responses.', () => sources.cache().maxBytes);
    gauge('response_cache_entries', 'Number of cached responses.', () => sources.cache().entries);
    gauge(
      'rate_limit_shared',
      'With REDIS_URL: 1 while instances count requests together, 0 while each instance counts separately.',
      () => numberOf(sources.isLimitShared()),
    );
    gauge('database_up', 'Whether the database responds: 1 or 0.', () => Number(this.data !== undefined));
    // These metrics are missing while the database is unavailable, because an old value would look current.
    gauge('data_newest_timestamp_seconds', 'Time of the newest data.', () => secondsOf(this.data?.newestAt));
    gauge('leaderboard_refreshed_timestamp_seconds', 'Time of the last refresh of the leaderboard.', () =>
      secondsOf(this.data?.boardRefreshedAt),
    );
    addRefresherMetrics(this.registry, () => sources.refresher());
    addWebhookMetrics(this.registry, () => sources.refresher().webhooks);
    addLabeled('gauge', this.registry, ['service_info', 'version'], 'Version of the service; always 1.', () => [
      [{ version }, 1],
    ]);
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
    this.data = await this.sources.data().catch(() => undefined);
    return this.registry.metrics();
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ ...this.common, name, help, labelNames });
  }
}

function secondsOf(moment: string | null | undefined): number | undefined {
  return typeof moment === 'string' ? Date.parse(moment) / 1000 : undefined;
}
