import { WaitingClock } from '../clock/clock.js';
import { CollectConfig, loadCollectConfigs, loginsOf } from '../config/collect-config.js';
import { ConfigError } from '../config/environment.js';
import { describeImport } from '../jobs/import/report.js';
import { Outbox } from '../jobs/webhooks/outbox.js';
import { TargetFile } from '../jobs/webhooks/target-file.js';
import { allPlatforms } from '../config/platforms.js';
import { CollectorRefusal } from '../lifecycle/collector-status.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { interrupted, untilStopped } from '../lifecycle/until-stopped.js';
import { errorMessage } from '../logging/error-message.js';
import { formatQuantity } from '../logging/format-count.js';
import { AssembledCollector, assembleCollector } from './assemble-collector.js';
import { CollectorContext } from './collector-context.js';
import { withoutAddresses } from './platforms/client/peer-text.js';
import { RefusedError, RequestError } from './platforms/platform.js';
import { proxyFetch } from './platforms/proxies.js';
import { SpoolInUseError } from './spool/spool.js';

const incomplete = 1;

const chatTitles = allPlatforms
  .flatMap(({ title, connection }) => (connection.variables.CHAT_URL ? title : []))
  .join(', ');

/**
 * Storing a sweep of all of Twitch takes a tenth of this time. A longer transaction, such as the first one, is cut off
 * and waits in the spool.
 */
const watchLimitMs = 30_000;

/** Delay before a service tries again to open the spool. */
const spoolRetryMs = 10_000;

/** Delay before the port of the metrics is opened again. */
const portRetryMs = 20_000;

const modes = { watch, once, 'dry-run': dryRun };

/**
 * Runs the collectors of a service until the run is stopped. While another collector uses the spool, they wait. If the settings are
 * invalid or a platform refuses the credentials, the service receives a {@link CollectorRefusal}.
 */
export async function runServiceCollectors(run: CommandRun): Promise<number> {
  const clock = new WaitingClock();
  for (let tries = 0; !run.signal.aborted; tries++) {
    try {
      return await runCollectors(run, 'watch', true);
    } catch (error) {
      if (!(error instanceof SpoolInUseError)) {
        const isFinal =
          error instanceof ConfigError || (error instanceof RefusedError && error.refused === 'credentials');
        if (isFinal) run.surroundings.send?.({ refusal: withoutAddresses(error.message) } satisfies CollectorRefusal);
        throw error;
      }
      const waits = 'Another collector uses the spool; this collector starts when the other one has ended';
      if (tries === 0) run.logger(run.config().logLevel, { from: 'collect' }).pino.info(waits);
      await clock.sleep(spoolRetryMs, run.signal);
    }
  }
  return 0;
}

/**
 * Watches until the run is stopped, or makes one sweep, with a collector for each configured platform. Returns the exit code. There
 * is nothing to do if the collector of a service uses the same spool.
 */
export async function runCollectors(run: CommandRun, mode: keyof typeof modes, isService = false): Promise<number> {
  const configs = loadCollectConfigs(run.surroundings.env);
  const { logLevel, webhooks } = run.config();
  const { pino } = run.logger(logLevel, isService ? { from: 'collect' } : {});
  const options = {
    databaseUrl: run.databaseUrl,
    clock: new WaitingClock(),
    fetch: proxyFetch(),
    isDryRun: mode === 'dry-run',
    isService,
    outbox: webhooks === undefined ? undefined : new Outbox(new TargetFile(webhooks, pino), pino),
  };
  const collectors: AssembledCollector[] = [];
  let exitCode = 0;
  const runModes = async () => {
    const codes = await runAll(collectors, (collector) => modes[mode](collector, run), mode === 'watch');
    exitCode = Math.max(...codes);
  };
  try {
    for (const config of configs) {
      const logger = configs.length > 1 ? pino.child({ platform: config.platform }) : pino;
      collectors.push(assembleCollector({ ...options, config, logger }));
    }
    await (mode === 'watch' ? untilStopped(run, runModes, 0, watchLimitMs) : untilStopped(run, runModes, interrupted));
    return exitCode;
  } catch (error) {
    if (error instanceof SpoolInUseError && error.isService && !isService) {
      run.log('The service already collects, so there is nothing to do. COLLECT=off in its environment prevents this.');
      return 0;
    }
    if (!(error instanceof RequestError)) throw error;
    const isStopped = error.kind === 'stopped';
    run.error(isStopped ? 'Interrupted.' : `The sweep failed: ${error.message}.`);
    return isStopped ? interrupted : incomplete;
  } finally {
    for (const collector of collectors) collector.close();
  }
}

/** Runs the collectors at once or one after the other. If one of them fails, the others continue, and the first error is thrown at the end. */
async function runAll(
  collectors: readonly AssembledCollector[],
  run: (collector: AssembledCollector) => Promise<number>,
  isAtOnce: boolean,
): Promise<number[]> {
  const errors: unknown[] = [];
  const runOne = (collector: AssembledCollector) =>
    run(collector).catch((error: unknown) => {
      errors.push(error);
      if (collectors.length > 1) collector.context.logger.error({ reason: errorMessage(error) }, 'The collector ended');
      return incomplete;
    });
  const codes: number[] = [];
  if (isAtOnce) codes.push(...(await Promise.all(collectors.map(runOne))));
  else for (const collector of collectors) codes.push(await runOne(collector));
  if (errors.length > 0) throw errors[0];
  return codes;
}

async function watch({ collector, context }: AssembledCollector, { signal }: CommandRun): Promise<number> {
  const { config, logger } = context;
  const { everyMs, spool, metricsPort } = config;
  const ended = new AbortController();
  const metrics = serveMetrics(context, ended.signal);
  try {
    logger.info({ channels: channelsOf(config), everySeconds: everyMs / 1_000, spool, metricsPort }, 'Collecting');
    if (config.ignoresChat) logger.warn(`COLLECT_CHAT is ignored: only the chats of ${chatTitles} can be read`);
    await collector.run(signal);
    return 0;
  } finally {
    ended.abort();
    await metrics;
  }
}

/** Opens the port of the metrics until the signal is aborted. If the port is in use, the collector watches without it. */
async function serveMetrics(context: CollectorContext, signal: AbortSignal): Promise<void> {
  const { config, clock, logger } = context;
  if (config.metricsPort === undefined) return;
  const { serveCollector } = await import('./collect-server.js');
  for (let tries = 0; !signal.aborted; tries++) {
    const server = await serveCollector(config.metricsPort, context).catch((error: unknown) => {
      const message = 'Cannot serve metrics: the collector watches without them and keeps trying';
      if (tries === 0) logger.warn({ reason: errorMessage(error) }, message);
    });
    if (server) {
      logger.info({ port: server.port }, 'Serving metrics');
      if (signal.aborted) server.close();
      return signal.addEventListener('abort', server.close, { once: true });
    }
    await clock.sleep(portRetryMs, signal);
  }
}

function channelsOf({ logins, platform }: CollectConfig): string | number {
  if (!logins) return 'all';
  return 'file' in logins ? `@${logins.file}` : loginsOf(logins, platform).names.length;
}

async function once({ collector, lease, context: { clock } }: AssembledCollector, run: CommandRun): Promise<number> {
  const { signal } = run;
  // A killed collector holds the lease for up to ten seconds.
  const until = clock.monotonicMs() + 12_000;
  while (!signal.aborted && !(await lease.take())) {
    if (clock.monotonicMs() > until) {
      run.error('Another collector is running on this database, so there is nothing to do.');
      return 0;
    }
    await clock.sleep(1_000, signal);
  }
  const done = new AbortController();
  const keeping = lease.keep(done.signal, () => {});
  try {
    const isComplete = await collector.once(signal);
    if (signal.aborted) throw new RequestError('stopped', 'stopped');
    return isComplete ? 0 : incomplete;
  } finally {
    done.abort();
    await keeping;
  }
}

async function dryRun({ sweeper, context }: AssembledCollector, { signal, log, error }: CommandRun): Promise<number> {
  const { observation, streams, failure, isCutOff } = await sweeper.preview(signal);
  if (failure && isCutOff) throw failure;
  const summary = await context.store.save(observation, true);
  log(`Live: ${formatQuantity(streams.size, 'stream')}.`);
  log(describeImport(summary, { dryRun: true }));
  if (!failure) return 0;
  error(`The sweep is incomplete: ${failure.message}.`);
  return incomplete;
}
