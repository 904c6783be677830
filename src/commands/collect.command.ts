import { Command } from 'commander';
import { WaitingClock } from '../clock/waiting-clock.js';
import { CollectConfig, loadCollectConfig } from '../config/collect-config.js';
import { loadConfig } from '../config/environment.js';
import { AppLogger } from '../logging/app-logger.js';
import { countOf } from '../logging/format-count.js';
import { describeImport } from '../jobs/import/report.js';
import { interrupted, untilStopped } from '../lifecycle/until-stopped.js';
import { assembleCollector, Assembled } from '../collect/assemble-collector.js';
import { AskError, RefusedError } from '../collect/platforms/platform.js';

const details = `
It requires TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET, and channels to watch: COLLECT_LOGINS=name1,name2, COLLECT_LOGINS=@FILE or
COLLECT_ALL=on. .env.example lists the other variables. docs/collect.md explains how the collector works and what Twitch's terms
allow.

You can run several collectors on one database: one watches, and another one takes over when it ends. When you stop a collector,
it first finishes the current write, for up to 30 seconds. The next collector stores the rest.

Examples:
  npm run collect
  npm run collect -- --once       one sweep, for cron
  npm run collect -- --dry-run    one sweep that stores nothing

Exit codes: 0 if it was stopped or everything is stored, 1 if Twitch refuses requests or if a sweep of --once or --dry-run is
incomplete, 2 for invalid usage, 3 if the database fails, 130 if --once or --dry-run was interrupted.`;

const incomplete = 1;

/**
 * Storing a sweep of all of Twitch takes a tenth of this time. A longer transaction, such as the first one, is cut off
 * and waits in the spool.
 */
const watchLimitMs = 30_000;

export function collectCommand(databaseUrl: () => string): Command {
  return new Command('collect')
    .summary('watch channels on Twitch and store their data')
    .description('Requests the live streams from Twitch at each interval and stores them, until it is stopped.')
    .option('--once', 'run one sweep, store it, and exit')
    .option('--dry-run', 'run one sweep, report what it would store, and exit')
    .addHelpText('after', details)
    .action(async (options: { once?: boolean; dryRun?: boolean }) => {
      const config = loadCollectConfig();
      const logger = new AppLogger(loadConfig().logLevel).pino;
      const isDryRun = options.dryRun ?? false;
      const isWatching = !isDryRun && !options.once;
      const collector = assembleCollector({
        ...{ config, databaseUrl: databaseUrl(), logger, fetch, isDryRun },
        ...{ clock: new WaitingClock(), random: Math.random },
      });
      try {
        await untilStopped(
          async (signal) => {
            if (isDryRun) await dryRun(collector, signal);
            else if (options.once) await once(collector, signal);
            else await watch(collector, signal);
          },
          isWatching ? 0 : interrupted,
          isWatching ? watchLimitMs : undefined,
        );
      } catch (error) {
        process.exitCode = report(error);
      } finally {
        collector.close();
      }
    });
}

async function watch({ collector, context }: Assembled, signal: AbortSignal): Promise<void> {
  const { config, logger } = context;
  const { serveCollector } = await import('../collect/collect-server.js');
  const server = config.metricsPort === undefined ? undefined : await serveCollector(config.metricsPort, context);
  try {
    const { everyMs, spool } = config;
    const metricsPort = server?.port;
    logger.info({ channels: channelsOf(config), everySeconds: everyMs / 1_000, spool, metricsPort }, 'Collecting');
    await collector.run(signal);
  } finally {
    server?.close();
  }
}

function channelsOf({ logins }: CollectConfig): string | number {
  if (!logins) return 'all';
  return 'file' in logins ? `@${logins.file}` : logins.names.length;
}

async function once({ collector, lease, context: { clock } }: Assembled, signal: AbortSignal): Promise<void> {
  // A killed collector holds the lease for up to ten seconds.
  const until = clock.monotonicMs() + 12_000;
  while (!signal.aborted && !(await lease.ask())) {
    if (clock.monotonicMs() > until) {
      console.error('Another collector is running on this database, so there is nothing to do.');
      return;
    }
    await clock.sleep(1_000, signal);
  }
  const done = new AbortController();
  const keeping = lease.keep(done.signal, () => {});
  try {
    if (!(await collector.once(signal))) process.exitCode = incomplete;
  } finally {
    done.abort();
    await keeping;
  }
  if (signal.aborted) throw new AskError('stopped', 'stopped');
}

async function dryRun({ collector, save }: Assembled, signal: AbortSignal): Promise<void> {
  const { observation, streams, failure, isCutOff } = await collector.look(signal);
  if (failure && isCutOff) throw failure;
  const { summary } = await save(observation, true);
  console.log(`Live: ${countOf(streams.size, 'stream')}.`);
  console.log(describeImport(summary, { dryRun: true }));
  if (!failure) return;
  console.error(`The sweep is incomplete: ${failure.message}.`);
  process.exitCode = incomplete;
}

function report(error: unknown): number {
  if (error instanceof RefusedError) {
    console.error(error.message);
    return incomplete;
  }
  if (!(error instanceof AskError)) throw error;
  const isStopped = error.kind === 'stopped';
  console.error(isStopped ? 'Interrupted.' : `The sweep failed: ${error.message}.`);
  return isStopped ? interrupted : incomplete;
}
