import { ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Config } from '../../config/config.js';
import type { RefresherReport } from '../../http/operators/refresher-metrics.js';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { AppLogger } from '../../logging/app-logger.js';

const program = fileURLToPath(new URL('../../commands/main.js', import.meta.url));
const leaveWithParent = new URL('../../lifecycle/leave-with-parent.js', import.meta.url).href;

/** What the process that this service started to refresh the leaderboard reports. */
export class RefreshStatus {
  /** Empty before the first report. */
  report: RefresherReport = {};
}

/** True if this service refreshes the leaderboard, which requires the connection of the tables' owner. */
export function isRefresherEnabled({ databaseUrl, leaderboardRefreshSeconds }: Config): boolean {
  return databaseUrl !== undefined && leaderboardRefreshSeconds > 0;
}

/**
 * Refreshes the leaderboard in a child process with the rights of the tables' owner, because this process may only
 * read. The child process ends with this process, and is restarted if it ends earlier.
 */
export function startBoardRefresher(
  config: Config,
  { pino }: AppLogger,
  lifecycle: Lifecycle,
  status: RefreshStatus,
): void {
  if (!isRefresherEnabled(config)) return;
  const seconds = config.leaderboardRefreshSeconds;
  const start = () => {
    const child = fork(program, ['refresh', '--every', `${seconds}s`, '--as-child'], {
      execArgv: ['--import', leaveWithParent],
      // Its log is a part of the log of this process.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.channel?.unref();
    child.on('message', (report: RefresherReport) => (status.report = report));
    onEnd(child, (reason) => {
      status.report = { hasFailed: true };
      if (lifecycle.isDraining) return;
      pino.warn({ reason }, 'The process that refreshes the leaderboard ended and will be restarted');
      setTimeout(start, seconds * 1000).unref();
    });
  };
  start();
}

/** Calls `onceEnded` when the process has ended or could not start. */
function onEnd(child: ChildProcess, onceEnded: (reason: string) => void): void {
  let hasEnded = false;
  const end = (reason: string) => {
    if (!hasEnded) onceEnded(reason);
    hasEnded = true;
  };
  child.on('error', ({ message }) => end(message));
  child.on('exit', (code, signal) => end(`exit code ${code ?? signal}`));
}
