import type { Registry } from 'prom-client';
import { addGauge, numberOf } from './process-metrics.js';
import type { WebhookFigures } from './webhook-metrics.js';

/** What a process that refreshes the leaderboard reports to the service that started it. */
export interface RefresherReport {
  /** Whether its last refresh failed. Undefined before the first one, and while another process refreshes. */
  hasFailed?: boolean | undefined;
  /** Seconds by which the clock of the process is ahead of the database's. */
  clockOffset?: number | undefined;
  /** Undefined if the process sends no webhooks. */
  webhooks?: WebhookFigures | undefined;
}

/** Adds the metrics of a process that refreshes, which the service also has for its child process. */
export function addRefresherMetrics(registry: Registry, report: () => RefresherReport): void {
  addGauge(
    registry,
    'leaderboard_refresh_failed',
    'Whether the last refresh of the leaderboard by this instance failed: 1 or 0. Missing while another process refreshes.',
    () => numberOf(report().hasFailed),
  );
  addGauge(
    registry,
    'leaderboard_refresh_clock_offset_seconds',
    'Clock of the process that refreshes minus the clock of the database.',
    () => report().clockOffset,
  );
}
