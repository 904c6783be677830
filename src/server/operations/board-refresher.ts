import { Config } from '../../config/config.js';
import type { RefresherReport } from '../../http/operators/refresher-metrics.js';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { AppLogger } from '../../logging/app-logger.js';
import { runChildCommand } from './child-command.js';

/** What the process that this service started to refresh the leaderboard reports. */
export class RefreshStatus {
  /** Empty before the first report. */
  report: RefresherReport = {};
}

/** True if this service refreshes the leaderboard, which requires the connection of the tables' owner. */
export function isRefresherEnabled({ databaseUrl, leaderboardRefreshSeconds }: Config): boolean {
  return databaseUrl !== undefined && leaderboardRefreshSeconds > 0;
}

/** Refreshes the leaderboard in a child process, which is restarted if it ends. */
export function startBoardRefresher(
  config: Config,
  { pino }: AppLogger,
  lifecycle: Lifecycle,
  status: RefreshStatus,
): void {
  if (!isRefresherEnabled(config)) return;
  const seconds = config.leaderboardRefreshSeconds;
  runChildCommand<RefresherReport>(lifecycle, {
    args: ['refresh', '--every', `${seconds}s`, '--as-child'],
    onReport: (report) => (status.report = report),
    onEnd: (reason) => {
      status.report = { hasFailed: true };
      pino.warn({ reason }, 'The process that refreshes the leaderboard ended and will be restarted');
      return seconds * 1000;
    },
  });
}
