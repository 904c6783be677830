import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Gauges of prom-client with the suffix of a counter, which Prometheus rejects. The gauge without `_total` has the parts. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * Adds the metrics that every process has. `hasRefreshFailed` returns how the last refresh of the leaderboard went that this process
 * started: undefined before the first one, and where another process refreshes.
 */
export function addInstanceMetrics(register: Registry, hasRefreshFailed: () => boolean | undefined): void {
  collectDefaultMetrics({ register });
  for (const name of misnamed) register.removeSingleMetric(name);
  new Gauge({
    registers: [register],
    name: 'leaderboard_refresh_failed',
    help: 'Whether the last refresh of the leaderboard by this instance failed: 1 or 0.',
    aggregator: 'max',
    collect() {
      const hasFailed = hasRefreshFailed();
      if (hasFailed === undefined) this.remove();
      else this.set(Number(hasFailed));
    },
  });
}
