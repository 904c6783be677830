import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { AppLogger } from '../logging/app-logger.js';
import { FixedWindowStorage } from '../rate-limit/fixed-window.storage.js';
import { countHitsOf } from '../rate-limit/primary-window.storage.js';
import { BoardRefreshes } from '../telemetry/board-refreshes.js';
import type { MetricValues } from '../telemetry/metrics.js';
import type { TeamMetrics } from '../telemetry/team-metrics.js';
import { version } from '../version.js';
import type { Channel } from '../workers/channel.js';
import { Team } from '../workers/team.js';
import { keepBoardFresh } from './board-refresher.js';
import { mostConnections } from './max-connections.js';
import { metricsTopic } from './metrics-server.js';
import { serveMetrics } from './serve-metrics.js';
import { exitOnUnexpected } from './shut-down.js';
import { startLine } from './start-line.js';

const metricsMs = 2_000;
/** With a single connection a read that is held up would hold up all others. */
const fewestDatabaseConnections = 2;

/**
 * Runs the service as several workers. This process answers no requests itself: it hands out connections, counts the requests of
 * clients, adds up the metrics and keeps the leaderboard fresh. On SIGTERM or SIGINT it ends when its workers have.
 */
export async function runTeam(config: Config): Promise<void> {
  const logger = new AppLogger(config.logLevel);
  const lifecycle = new Lifecycle();
  const counters = new FixedWindowStorage(new Clock());
  const refreshes = new BoardRefreshes();
  const connections = mostConnections(config);
  let metrics: TeamMetrics<Channel> | undefined;
  const team = new Team(
    config.workers,
    shareOf(config, connections),
    logger,
    (worker) => countHitsOf(worker, counters),
    (worker) => metrics?.end(worker),
  );
  exitOnUnexpected(logger);
  stopOnSignals(team, lifecycle, logger);
  const { metricsPort, host } = config;
  if (metricsPort !== undefined) {
    const loaded = await import('../telemetry/team-metrics.js');
    const ask = (worker: Channel) =>
      worker.ask(metricsTopic, undefined, metricsMs) as Promise<MetricValues | undefined>;
    const sum = (metrics = new loaded.TeamMetrics(
      () => team.channels,
      ask,
      () => refreshes.hasFailed,
    ));
    await serveMetrics(() => sum.print(), metricsPort, host, logger);
  }
  const port = await team.start();
  logger.pino.info({ version, ...startLine(config, port, connections) }, 'Listening');
  keepBoardFresh(config, logger, lifecycle, refreshes);
}

/** What each worker gets of the limits that its instance has as a whole. */
function shareOf({ workers, databasePoolSize }: Config, connections: number): Record<string, string> {
  const share = (whole: number, least: number) => String(Math.max(least, Math.floor(whole / workers)));
  const heap = /(--max-old-space-size-percentage=)(\d+)/;
  const options = process.env.NODE_OPTIONS;
  return {
    MAX_CONNECTIONS: share(connections, 1),
    DATABASE_POOL_SIZE: share(databasePoolSize, fewestDatabaseConnections),
    ...(options && {
      NODE_OPTIONS: options.replace(heap, (_all, flag: string, of: string) => flag + share(Number(of), 1)),
    }),
  };
}

function stopOnSignals(team: Team, lifecycle: Lifecycle, { pino }: AppLogger): void {
  const end = (signal: NodeJS.Signals) => {
    if (lifecycle.isDraining) return;
    lifecycle.isDraining = true;
    pino.info('Shutting down');
    void team.stop(signal).then(() => {
      pino.info('Shut down');
      process.exit(0);
    });
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
