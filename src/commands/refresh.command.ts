import { Command, Option } from 'commander';
import type { Client } from 'pg';
import { runAsOwner } from '../database/owner-client.js';
import { observeSeed } from '../jobs/seed/observe-seed.js';
import { keepRefreshing, refreshAndPack } from '../jobs/refresh/keep-refreshing.js';
import { findClockProblem, RefresherState } from '../jobs/refresh/refresher-state.js';
import { openOutbox } from '../jobs/webhooks/outbox.js';
import type { sendBesideRefresh } from '../jobs/webhooks/run-webhooks.js';
import { SenderState } from '../jobs/webhooks/sending/sender-state.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { untilStopped } from '../lifecycle/until-stopped.js';
import { errorMessage } from '../logging/error-message.js';
import type { OperatorAddress } from '../http/operators/operator-server.js';
import { durationParser } from './command-line/option-parsers.js';

const examples = `
If another refresh is running, the command waits for it and then refreshes again, because the other refresh may not include the
newest data. If several refreshes wait, only one of them runs. If several processes run with --every on one database, one of them
refreshes, and another one takes over when it ends.

The command also builds the boards of 7 and 90 days and of games. With --every, if building these takes more than a second, they
are built less often: after twenty times that duration, but at least once an hour.

Then it packs the viewer samples of ended streams like npm run pack; with --every, once an hour.

With --every and WEBHOOKS, the process also sends webhooks like npm run webhooks.

With --every, METRICS_PORT serves metrics at /metrics, and /ready, which returns 503 if no refresh has succeeded for
three intervals, or if the clock differs from the clock of the database by more than five minutes.

Examples:
  npm run leaderboard:refresh
  npm run leaderboard:refresh -- --every 5m`;

export function refreshCommand(run: CommandRun): Command {
  return (
    new Command('refresh')
      .summary('rebuild the leaderboard')
      .description(
        'Rebuilds the leaderboard of the last thirty days. Readers see the old leaderboard until the new one is complete.',
      )
      .option(
        '--every <duration>',
        'repeat the refresh at this interval, such as 30s, 5m or 1h, until the command is stopped',
        durationParser(['s', 'm', 'h'], '5m'),
      )
      // For the process that the service starts, which serves the metrics itself.
      .addOption(new Option('--no-metrics', 'ignore METRICS_PORT').hideHelp())
      .addHelpText('after', examples)
      .action(({ every, metrics }: { every?: number; metrics: boolean }) => {
        if (every) return keepUntilStopped(run, every, metrics);
        return runAsOwner(run, 'Run the command again to finish.', (client) =>
          refreshAndPack(client, run.log, openOutbox(run)),
        );
      })
  );
}

/** A process without WEBHOOKS does not load the sender. */
async function sendWebhooks(...sending: Parameters<typeof sendBesideRefresh>): Promise<void> {
  const { sendBesideRefresh: send } = await import('../jobs/webhooks/run-webhooks.js');
  return send(...sending);
}

async function serve(
  address: OperatorAddress,
  state: RefresherState,
  sender: SenderState | undefined,
): Promise<() => void> {
  const { serveRefresher } = await import('../jobs/refresh/serve-refresher.js');
  return serveRefresher(address, state, sender && (() => sender.figures()));
}

/** A failed refresh is reported and does not end the command: the next one may succeed, for example if the database is starting. */
async function keepUntilStopped(run: CommandRun, everyMs: number, hasMetrics: boolean): Promise<void> {
  const log = (line: string) => run.log(`${new Date().toISOString()} ${line}`);
  const onError = (error: unknown) =>
    run.error(`${new Date().toISOString()} The refresh failed: ${errorMessage(error)}`);
  const state = new RefresherState(everyMs);
  const config = run.config();
  const { metricsPort: port, host, seed } = config;
  const sender = config.webhooks === undefined ? undefined : new SenderState();
  // With SEED_NOW, the seed belongs to another time.
  const prepare =
    seed && !run.surroundings.env.SEED_NOW ? (client: Client) => observeSeed(client, new Date()) : undefined;
  const { pino } = run.logger(config.logLevel);
  const onClockOffset = (clockOffset: number) => {
    run.surroundings.send?.({ clockOffset });
    state.clockOffset = clockOffset;
    const reason = findClockProblem(clockOffset);
    if (reason !== undefined) pino.warn({ from: 'refresh', reason }, 'Set the clock of this machine');
  };
  const close =
    port === undefined || !hasMetrics ? () => {} : await serve({ variable: 'METRICS_PORT', port, host }, state, sender);
  const options = { log, onError, state, prepare, onClockOffset, outbox: openOutbox(run) };
  const refreshAndSend = async (signal: AbortSignal) => {
    const refreshing = keepRefreshing(run.databaseUrl, everyMs, { ...options, signal });
    await Promise.all([refreshing, sender && sendWebhooks(run, sender)]);
  };
  await untilStopped(run, refreshAndSend, 0);
  close();
}
