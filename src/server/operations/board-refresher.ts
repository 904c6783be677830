import { ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Level, Logger } from 'pino';
import { Config } from '../../config/config.js';
import type { WebhookFigures } from '../../http/operators/webhook-metrics.js';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { AppLogger } from '../../logging/app-logger.js';

const program = fileURLToPath(new URL('../../commands/main.js', import.meta.url));
const leaveWithParent = new URL('../../lifecycle/leave-with-parent.js', import.meta.url).href;

/** The result of the last leaderboard refresh that this process started. Undefined before the first one. */
export class RefreshStatus {
  hasFailed: boolean | undefined;
  /** Seconds by which the clock of the process is ahead of the database's. */
  clockOffset: number | undefined;
  /** What the process reports about webhooks, if it sends any. */
  webhooks: WebhookFigures | undefined;
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
    const child = fork(program, ['refresh', '--every', `${seconds}s`, '--no-metrics'], {
      execArgv: ['--import', leaveWithParent],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.channel?.unref();
    child.on('message', ({ clockOffset, webhooks }: { clockOffset?: number; webhooks?: WebhookFigures }) => {
      if (clockOffset === undefined) status.webhooks = webhooks;
      else status.clockOffset = clockOffset;
    });
    eachLine(child.stdout, (line) => {
      if (line.startsWith('{')) return logAgain(pino, line);
      status.hasFailed = false;
      pino.info({ from: 'refresh' }, line);
    });
    eachLine(child.stderr, (reason) => {
      status.hasFailed = true;
      pino.warn({ reason }, 'Failed to refresh the leaderboard');
    });
    onEnd(child, (reason) => {
      status.webhooks = undefined;
      status.clockOffset = undefined;
      if (lifecycle.isDraining) return;
      pino.warn({ reason }, 'The process that refreshes the leaderboard ended and will be restarted');
      setTimeout(start, seconds * 1000).unref();
    });
  };
  start();
}

/** The sender of webhooks logs JSON, and so do warnings of the refresh. */
function logAgain(pino: Logger, line: string): void {
  const { level, msg, ...fields } = JSON.parse(line) as { level: Level; msg: string };
  pino[level]({ from: 'webhooks', ...fields, time: undefined }, msg);
}

function eachLine(stream: Readable | null, onLine: (line: string) => void): void {
  // Log lines have their own times.
  if (stream) createInterface(stream).on('line', (line) => onLine(line.replace(/^\d{4}-\S+Z /, '')));
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
