import type { Logger } from 'pino';
import { WaitingClock } from '../clock/waiting-clock.js';
import { CollectConfig } from '../config/collect-config.js';
import { ConfigError } from '../config/environment.js';
import { errorMessage } from '../logging/error-message.js';
import { ChatStore } from './chat/chat-store.js';
import { ChatWatch } from './chat/chat-watch.js';
import { CollectStore } from './collect-store.js';
import { Collector } from './collector.js';
import { CollectorContext, CollectorState } from './collector-context.js';
import { Facts } from './spool/facts.js';
import { Housekeeping } from './housekeeping.js';
import { Lease } from './lease.js';
import { Observation } from './spool/observation.js';
import { OwnerSession } from './owner-session.js';
import { OddItem } from './platforms/platform.js';
import { pruneCollected } from './prune-collected.js';
import { saveObservation } from './spool/save-observation.js';
import { SparseLog } from './sparse-log.js';
import { Spool } from './spool/spool.js';
import { SteadyClock } from './steady-clock.js';
import { Fetch } from './platforms/twitch/exchange.js';
import { Twitch, TwitchOptions } from './platforms/twitch/twitch.js';
import { WatchList } from './sweeps/watch-list.js';
import { Writer } from './spool/writer.js';

export interface Surroundings {
  readonly config: CollectConfig;
  readonly databaseUrl: string;
  readonly clock: WaitingClock;
  readonly logger: Logger;
  readonly fetch: Fetch;
  readonly random: () => number;
  /** A dry run stores nothing, and leaves the spool to a collector that may be using it. */
  readonly isDryRun?: boolean;
  /** Replaces the default store in tests. */
  readonly store?: CollectStore;
  /** Receives each transaction, for a clock that has to stand still meanwhile. */
  readonly during?: <Result>(work: Promise<Result>) => Promise<Result>;
}

const hour = 3_600_000;

export type Assembled = ReturnType<typeof assembleCollector>;

export function assembleCollector({ config, databaseUrl, clock, logger, ...given }: Surroundings) {
  const { during = (work) => work } = given;
  const state = new CollectorState();
  const moments = new SteadyClock(clock);
  const now = () => moments.latest();
  const platform = new Twitch({ ...config, ...given, clock, now, ...reportTo(state, clock, logger) });
  const store = given.store ?? new CollectStore(databaseUrl, platform.name);
  const context = { config, platform, store, clock, moments, state, logger };
  const session = new OwnerSession(databaseUrl);
  const save = (observation: Observation, dryRun = false) =>
    during(saveObservation(session, platform.name, observation, dryRun));
  const prune = (before: Date) => during(pruneCollected(databaseUrl, before));
  const spool = given.isDryRun ? new Spool(0) : openSpool(context);
  const writer = new Writer(context, spool, save);
  const lease = new Lease(context);
  const list = config.logins && new WatchList(context, config.logins);
  const facts = new Facts(context, writer, list);
  const housekeeping = new Housekeeping(context, lease, prune);
  const chat = config.chat ? new ChatWatch(context, new ChatStore(databaseUrl)) : undefined;
  const collector = new Collector(context, { lease, writer, facts, list, housekeeping, chat });
  const close = () => {
    store.end();
    session.end();
    spool.close();
  };
  return { collector, context, lease, save, close };
}

/** An item may stay invalid for hours, and each sweep sees it. */
function reportTo(
  state: CollectorState,
  clock: WaitingClock,
  logger: Logger,
): Pick<TwitchOptions, 'onError' | 'onOdd'> {
  const limited = new SparseLog(clock);
  const odd = new SparseLog(clock, hour);
  return {
    onError: (kind, reason) => {
      state.fail(kind);
      if (kind === 'budget' && limited.due())
        logger.warn({ reason }, 'Reached the rate limit of Twitch; requests are delayed');
    },
    onOdd: (items, kind) => {
      state.fail(kind, items.length);
      const subjectOf = ({ id, property }: OddItem) => `${id} ${property}`;
      const due = odd.due(items.map(subjectOf));
      if (!due) return;
      const shown = items.filter((item) => due.subjects.has(subjectOf(item)));
      logger.warn({ items: shown, count: due.count }, 'Skipped an invalid item in a response from Twitch');
    },
  };
}

/** Without the folder, observations wait in memory, which is less safe but better than nothing. */
function openSpool({ config, state, logger }: CollectorContext): Spool {
  const mostBytes = config.spoolMegabytes * 1024 * 1024;
  const onError = (error: unknown) => {
    state.fail('spool');
    logger.warn({ reason: errorMessage(error) }, 'Failed to write the spool: the observation stays in memory');
  };
  try {
    return Spool.open(config.spool, mostBytes, onError);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = errorMessage(error);
    logger.warn({ reason }, 'Cannot use the folder COLLECT_SPOOL: observations stay in memory');
    return new Spool(mostBytes);
  }
}
