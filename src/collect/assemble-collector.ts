import { ConfigError } from '../config/environment.js';
import { errorMessage } from '../logging/error-message.js';
import { ChatStore } from './chat/chat-store.js';
import { ChatWatch } from './chat/chat-watch.js';
import { CollectStore } from './collect-store.js';
import { Collector } from './collector.js';
import { CollectorContext } from './collector-context.js';
import { CollectorState } from './collector-state.js';
import { Lease } from './lease.js';
import { Fetch } from './platforms/client/exchange.js';
import { platformClasses } from './platforms/registry.js';
import { Outbox } from '../jobs/webhooks/outbox.js';
import { ChannelRequests } from './spool/channel-requests.js';
import { Spool } from './spool/spool.js';
import { Writer } from './spool/writer.js';
import { SteadyClock } from './steady-clock.js';
import { Sweeper } from './sweeps/sweeper.js';
import { WatchList } from './sweeps/watch-list.js';

export interface CollectorOptions extends Pick<CollectorContext, 'config' | 'clock' | 'logger'> {
  readonly databaseUrl: string;
  readonly fetch: Fetch;
  readonly outbox?: Outbox | undefined;
  /** A dry run stores nothing, and leaves the spool to a collector that may be using it. */
  readonly isDryRun?: boolean;
  /** Whether a service started this collector. */
  readonly isService?: boolean;
  /** Replaces the default store in tests. */
  readonly store?: CollectStore;
}

export type AssembledCollector = ReturnType<typeof assembleCollector>;

export function assembleCollector({ config, databaseUrl, clock, logger, fetch, ...given }: CollectorOptions) {
  const state = new CollectorState();
  const moments = new SteadyClock(clock);
  const PlatformClass = platformClasses[config.platform];
  const platform = new PlatformClass({ config, fetch, clock, state, logger }, () => moments.latest());
  const store = given.store ?? new CollectStore(databaseUrl, platform.name, undefined, given.outbox);
  const spool = given.isDryRun ? new Spool(0) : openSpool({ config, state, logger }, given.isService);
  const context = { config, platform, store, clock, moments, state, spool, logger };
  const writer = new Writer(context);
  const lease = new Lease(context);
  const list = config.logins && new WatchList(context, config.logins);
  const channelRequests = new ChannelRequests(context, writer, list);
  const chat = config.chat ? new ChatWatch(context, new ChatStore(databaseUrl)) : undefined;
  const sweeper = new Sweeper(context, writer, list, chat);
  const collector = new Collector(context, { lease, sweeper, writer, channelRequests, chat });
  const close = () => {
    store.end();
    spool.close();
  };
  return { collector, sweeper, context, lease, close };
}

/** Without the folder, observations wait in memory, which is less safe but better than nothing. */
function openSpool(
  { config, state, logger }: Pick<CollectorContext, 'config' | 'state' | 'logger'>,
  isService = false,
): Spool {
  const maxBytes = config.spoolMegabytes * 1024 * 1024;
  const onError = (error: unknown) => {
    state.fail('spool');
    logger.warn({ reason: errorMessage(error) }, 'Failed to write the spool: the observation stays in memory');
  };
  try {
    return new Spool(maxBytes, config.spool, onError, isService);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = errorMessage(error);
    logger.warn({ reason }, 'Cannot use the folder COLLECT_SPOOL: observations stay in memory');
    return new Spool(maxBytes);
  }
}
