import { createServer, Server } from 'node:http';
import { Counter, Gauge, Registry } from 'prom-client';
import { ConfigError } from '../../config/environment.js';
import { CollectorState } from './collector-state.js';

/** What a scrape and a readiness check ask for. */
export interface Watched {
  readonly state: CollectorState;
  /** Points that are left of the platform's budget. */
  readonly pointsLeft: () => number;
  /** How long ago something came in, and after how long that is too long. */
  readonly sinceMs: () => number;
  readonly mostMs: number;
  /** Now, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Serves /metrics and /ready on a port of the collector's own. Answers how to stop. */
export async function serveCollector(port: number, watched: Watched): Promise<{ port: number; close: () => void }> {
  const registry = collectorMetrics(watched);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (request.url === '/ready') {
      const problem = notReady(watched);
      return void response.writeHead(problem ? 503 : 200, { 'Content-Type': 'text/plain' }).end(problem ?? 'ready\n');
    }
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, port);
  return { port: (server.address() as { port: number }).port, close: () => void server.close().closeAllConnections() };
}

/** A collector that waits for another one to end is ready. */
function notReady({ state, sinceMs, mostMs }: Watched): string | undefined {
  if (!state.isHolder || sinceMs() <= mostMs) return undefined;
  return `Nothing has come in for ${Math.round(sinceMs() / 1_000)} s.\n`;
}

function collectorMetrics({ state, pointsLeft, now }: Watched): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, value: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const current = value();
        if (current === undefined) this.remove();
        else this.set(current);
      },
    });
  const counter = (name: string, help: string, label: string | undefined, values: () => Iterable<[string, number]>) =>
    new Counter({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      collect() {
        this.reset();
        for (const [key, value] of values()) this.inc(label ? { [label]: key } : {}, value);
      },
    });
  counter('collect_sweeps_total', 'Sweeps, by result: complete or partial.', 'result', () =>
    Object.entries(state.sweeps),
  );
  counter('collect_errors_total', 'Errors by kind.', 'kind', () => state.errors);
  counter('collect_slots_skipped_total', 'Slots that fell into a running sweep.', undefined, () => [
    ['', state.skippedSlots],
  ]);
  counter(
    'collect_observations_lost_total',
    'Observations without room in the spool, or that PostgreSQL refused.',
    undefined,
    () => [['', state.lostObservations]],
  );
  gauge('collect_sweep_duration_seconds', 'Duration of the last sweep.', () => state.sweepSeconds);
  gauge('collect_sweep_coverage_ratio', 'Share of the answers that the last sweep got, 0 to 1.', () => state.coverage);
  gauge('collect_points_left', "Points that are left of the platform's budget.", pointsLeft);
  gauge(
    'collect_streams_open',
    'Streams that sweeps have seen and not ended, as the database has it.',
    () => state.openStreams,
  );
  gauge('collect_channels_watched', 'Channels of the list that are known.', () => state.channels);
  gauge('collect_newest_sample_age_seconds', 'Age of the newest sweep that this collector has stored.', () =>
    state.storedAt === undefined ? undefined : (now() - state.storedAt) / 1_000,
  );
  gauge('collect_observations_waiting', 'Observations that are not in the database yet.', () => state.waiting);
  gauge('collect_spool_bytes', 'Size of these.', () => state.waitingBytes);
  gauge('collect_holder', 'Whether this collector watches (1), or waits for another one to end (0).', () =>
    Number(state.isHolder),
  );
  return registry;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(`COLLECT_METRICS_PORT is ${port}, where the collector cannot listen (${error.code}).`)),
    );
    server.listen(port, resolve);
  });
}
