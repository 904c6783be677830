import type { Client } from 'pg';
import type { RefresherReport } from '../../http/operators/refresher-metrics.js';
import { CommandRun } from '../../lifecycle/command-run.js';
import { untilStopped } from '../../lifecycle/until-stopped.js';
import { errorMessage } from '../../logging/error-message.js';
import { observeSeed } from '../seed/observe-seed.js';
import type { KeepSendingOptions } from '../webhooks/keep-sending.js';
import { openOutbox } from '../webhooks/outbox.js';
import { SenderState } from '../webhooks/sending/sender-state.js';
import { TargetFile } from '../webhooks/target-file.js';
import { keepRefreshing, RefresherLog } from './keep-refreshing.js';
import { RefresherState } from './refresher-state.js';

const reportEveryMs = 5_000;

/**
 * Refreshes the leaderboard and, with `WEBHOOKS`, sends webhooks until the run is stopped. A failed refresh is reported and does
 * not end the run: the next one may succeed, for example if the database is starting. With `isChild`, the process belongs to the
 * service: it sends a {@link RefresherReport} after each refresh, and its log is a part of the log of the service. Otherwise it
 * serves metrics on `METRICS_PORT`.
 */
export async function runRefresher(run: CommandRun, everyMs: number, isChild: boolean): Promise<void> {
  const config = run.config();
  const { databaseUrl } = run;
  const state = new RefresherState(everyMs);
  const sender = config.webhooks === undefined ? undefined : new SenderState();
  const logger = run.logger(config.logLevel, isChild ? { from: 'webhooks' } : {});
  const close = isChild ? startReports(run, state, sender) : await serve(run, state, sender);
  // With SEED_NOW, the seed belongs to another time.
  const prepare =
    config.seed && !run.surroundings.env.SEED_NOW ? (client: Client) => observeSeed(client, new Date()) : undefined;
  const options = { ...openLog(run, isChild), state, prepare, outbox: openOutbox(run, logger) };
  const refreshAndSend = async (signal: AbortSignal) => {
    const refreshing = keepRefreshing(databaseUrl, everyMs, { ...options, signal });
    await Promise.all([refreshing, sender && sendWebhooks({ databaseUrl, config, state: sender, logger, signal })]);
  };
  await untilStopped(run, refreshAndSend, 0);
  close();
}

/** Sends reports to the parent process. Returns a function that ends the repeated ones. */
function startReports(run: CommandRun, state: RefresherState, sender: SenderState | undefined): () => void {
  const report = () => {
    const { hasFailed, clockOffset } = state;
    run.surroundings.send?.({ hasFailed, clockOffset, webhooks: sender?.figures() } satisfies RefresherReport);
  };
  state.onResult = report;
  const reporting = sender && setInterval(report, reportEveryMs);
  return () => clearInterval(reporting);
}

async function serve(run: CommandRun, state: RefresherState, sender: SenderState | undefined): Promise<() => void> {
  const { metricsPort: port, host } = run.config();
  if (port === undefined) return () => {};
  const { serveRefresher } = await import('./serve-refresher.js');
  return serveRefresher({ variable: 'METRICS_PORT', port, host }, state, sender && (() => sender.figures()));
}

/** A process without WEBHOOKS does not load the sender. */
async function sendWebhooks(options: Omit<KeepSendingOptions, 'file'>): Promise<void> {
  const { keepSending } = await import('../webhooks/keep-sending.js');
  return keepSending({ ...options, file: new TargetFile(options.config.webhooks ?? '', options.logger.pino) });
}

function openLog(run: CommandRun, isChild: boolean): RefresherLog {
  const { pino } = run.logger(run.config().logLevel, { from: 'refresh' });
  const onClockProblem = (reason: string) => pino.warn({ reason }, 'Set the clock of this machine');
  const failed = 'Failed to refresh the leaderboard';
  if (isChild) {
    const onError = (error: unknown) => pino.warn({ reason: errorMessage(error) }, failed);
    return { log: (line) => pino.info(line), onError, onClockProblem };
  }
  const withTime = (line: string) => `${new Date().toISOString()} ${line}`;
  const onError = (error: unknown) => run.error(withTime(`The refresh failed: ${errorMessage(error)}`));
  return { log: (line) => run.log(withTime(line)), onError, onClockProblem };
}
