import type { Registry } from 'prom-client';
import { OperatorServer, serveOperators } from '../http/operators/operator-server.js';
import { addGauge, addLabeled, processMetrics } from '../http/operators/process-metrics.js';
import { CollectorContext } from './collector-context.js';

/** Serves /metrics and /ready on the collector's own port. */
export function serveCollector(port: number, context: CollectorContext): Promise<OperatorServer> {
  const address = { variable: 'COLLECT_METRICS_PORT', port };
  return serveOperators(address, { metrics: collectorMetrics(context), notReady: () => notReady(context) });
}

/** A collector that waits for another one to end is ready. */
function notReady({ state, clock, config }: CollectorContext): string | undefined {
  if (!state.isHolder) return undefined;
  if (state.wrongClock !== undefined) return `Sweeps are not stored: ${state.wrongClock}.`;
  if (state.futureObservation) {
    const at = state.futureObservation.toISOString();
    return `The newest observation is from ${at}, which is in the future. Remove it with npm run prune -- --newer-than TIME.`;
  }
  const sinceMs = clock.monotonicMs() - state.lastProgressMs;
  if (sinceMs <= 3 * config.everyMs) return undefined;
  const failure = state.failure === undefined ? '' : ` The last sweep failed: ${state.failure}.`;
  return `No data stored for ${Math.round(sinceMs / 1_000)} s.${failure}`;
}

function collectorMetrics({ state, platform, spool, clock, config }: CollectorContext): Registry {
  const registry = processMetrics();
  registry.setDefaultLabels({ platform: config.platform });
  const gauge = (name: string, help: string, read: () => number | undefined) => addGauge(registry, name, help, read);
  const counter = (name: string, help: string, label: string, values: () => Iterable<[string, number]>) =>
    addLabeled('counter', registry, [name, label], help, () =>
      Array.from(values(), ([key, count]) => [{ [label]: key }, count]),
    );
  const total = (name: string, help: string, count: () => number) =>
    addLabeled('counter', registry, [name], help, () => [[{}, count()]]);
  const ageSeconds = () => state.storedAt && (clock.now().getTime() - state.storedAt) / 1_000;
  const skipped = 'Sweeps that were skipped because another sweep was running.';
  const lost = 'Observations that did not fit into the spool, that PostgreSQL rejected, or whose file was deleted.';
  const open = 'Observed live streams in the database.';
  const coverage = 'Share of successful requests in the last sweep, 0 to 1.';
  const holder = 'Whether this collector watches (1) or waits for another collector to end (0).';
  const newest = 'Age of the newest sweep that this collector stored.';
  const sweeps = 'Sweeps, by result: complete or partial.';
  counter('collect_sweeps_total', sweeps, 'result', () => Object.entries(state.sweeps));
  counter('collect_errors_total', 'Errors by kind.', 'kind', () => state.errors);
  total('collect_slots_skipped_total', skipped, () => state.skippedSlots);
  total('collect_observations_lost_total', lost, () => state.lostObservations);
  gauge('collect_sweep_duration_seconds', 'Duration of the last sweep.', () => state.sweepSeconds);
  gauge('collect_sweep_coverage_ratio', coverage, () => state.coverage);
  gauge('collect_points_left', "Remaining points of the platform's rate limit.", () => platform.budget.left);
  gauge('collect_streams_open', open, () => state.liveStreams);
  gauge('collect_channels_watched', 'Channels in COLLECT_LOGINS with a known ID.', () => state.channels);
  gauge('collect_newest_sample_age_seconds', newest, ageSeconds);
  gauge('collect_observations_waiting', 'Observations that are not stored in the database yet.', () => spool.size);
  gauge('collect_spool_bytes', 'Size of the observations that are not stored yet.', () => spool.bytes);
  gauge('collect_holder', holder, () => Number(state.isHolder));
  return registry;
}
