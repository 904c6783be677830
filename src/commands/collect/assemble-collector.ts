import type { Logger } from 'pino';
import { WaitingClock } from '../../clock/waiting-clock.js';
import { CollectConfig } from '../../config/collect-config.js';
import { ConfigError } from '../../config/environment.js';
import { errorMessage } from '../error-message.js';
import { ChatStore } from './chat/chat-store.js';
import { ChatWatch } from './chat/chat-watch.js';
import { CollectStore } from './collect-store.js';
import { Collector } from './collector.js';
import { CollectorState } from './collector-state.js';
import { Facts } from './facts.js';
import { Housekeeping } from './housekeeping.js';
import { Lease } from './lease.js';
import { Observation } from './observation.js';
import { OwnerSession } from './owner-session.js';
import { OddItem } from './platform.js';
import { pruneCollected } from './prune-collected.js';
import { saveObservation, Saved } from './save-observation.js';
import { SparseLog } from './sparse-log.js';
import { Spool } from './spool.js';
import { SteadyClock } from './steady-clock.js';
import { Fetch } from './twitch/exchange.js';
import { Twitch, TwitchOptions } from './twitch/twitch.js';
import { WatchList } from './watch-list.js';
import { Writer } from './writer.js';

export interface Surroundings {
  readonly config: CollectConfig;
  readonly databaseUrl: string;
  readonly clock: WaitingClock;
  readonly logger: Logger;
  readonly fetch: Fetch;
  readonly random: () => number;
  /** It stores nothing then, and leaves the spool to a collector that may be using it. */
  readonly isDryRun?: boolean;
  /** Stands in for the one below in tests. */
  readonly store?: CollectStore;
  /** Hears of each transaction, for a clock that has to stand still meanwhile. */
  readonly during?: <Result>(work: Promise<Result>) => Promise<Result>;
}

export interface Assembled {
  readonly collector: Collector;
  readonly lease: Lease;
  readonly clock: WaitingClock;
  readonly state: CollectorState;
  readonly logger: Logger;
  readonly save: (observation: Observation, dryRun?: boolean) => Promise<Saved>;
  /** Serves metrics and readiness, if there is a port for them; answers which one. */
  readonly serve: () => Promise<number | undefined>;
  readonly close: () => void;
}

const megabyte = 1024 * 1024;
const hour = 3_600_000;

/** Puts a collector of Twitch together. */
export function assembleCollector({ config, databaseUrl, clock, logger, ...given }: Surroundings): Assembled {
  const state = new CollectorState();
  const moments = new SteadyClock(clock);
  const now = () => moments.latest();
  const platform = new Twitch({ ...config, ...given, clock, now, ...reportTo(state, clock, logger) });
  const { name } = platform;
  const store = given.store ?? new CollectStore(databaseUrl, name);
  const mostBytes = config.spoolMegabytes * megabyte;
  const source = config.logins;
  const list = source && new WatchList({ source, platform, store, clock, state, logger });
  const spool = given.isDryRun ? undefined : openSpool(config.spool, mostBytes, logger);
  const during = given.during ?? ((work) => work);
  const writing = new OwnerSession(databaseUrl);
  const save = (observation: Observation, dryRun = false) =>
    during(saveObservation(writing, name, observation, dryRun));
  const writer = new Writer({ save, spool, mostBytes, clock, state, logger });
  const lease = new Lease(store, clock, logger);
  const nameOf = (channelId: string) => list?.nameOf(channelId);
  const { everyMs, minViewers, keepMs } = config;
  const pace = { everyMs: config.followersEveryMs, sweepEveryMs: everyMs };
  const facts = new Facts({ platform, store, writer, clock, moments, state, logger, nameOf, ...pace });
  const housekeeping = new Housekeeping({
    prune: keepMs === undefined ? undefined : (before) => during(pruneCollected(databaseUrl, before)),
    forgetRecords: (before) => store.forgetRecords(before),
    isHolder: () => lease.isHeld,
    ...{ keepMs, clock, state, logger },
  });
  const { chatUrl } = config;
  const counts = new ChatStore(databaseUrl);
  const chat = config.chat ? new ChatWatch({ chatUrl, store: counts, clock, state, logger }) : undefined;
  const parts = { platform, store, lease, writer, facts, list, housekeeping, chat, clock, moments, state, logger };
  const stops: (() => void)[] = [() => store.end(), () => writing.end(), () => spool?.close()];
  const serve = async () => {
    if (config.metricsPort === undefined) return undefined;
    const { serveCollector } = await import('./collect-server.js');
    const server = await serveCollector(config.metricsPort, {
      state,
      pointsLeft: () => platform.budget.left,
      sinceMs: () => clock.monotonicMs() - state.cameInAtMs,
      mostMs: 3 * Math.max(everyMs, 10_000),
      now: () => clock.now().getTime(),
    });
    stops.push(server.close);
    return server.port;
  };
  const collector = new Collector({ ...parts, everyMs, minViewers });
  return {
    collector,
    lease,
    clock,
    state,
    logger,
    save,
    serve,
    close: () => stops.forEach((stop) => stop()),
  };
}

/** An item may stay odd for hours, and each sweep sees it. */
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
      if (kind === 'budget' && limited.due()) logger.warn({ reason }, 'Twitch limits requests: they wait');
    },
    onOdd: (items, kind) => {
      state.fail(kind, items.length);
      const subjectOf = ({ id, property }: OddItem) => `${id} ${property}`;
      const due = odd.due(items.map(subjectOf));
      if (!due) return;
      const shown = items.filter((item) => due.subjects.has(subjectOf(item)));
      logger.warn({ items: shown, count: due.count }, 'An item of an answer of Twitch is left out');
    },
  };
}

/** Without the file observations wait in memory, which is worth less than the file and more than nothing. */
function openSpool(file: string, mostBytes: number, logger: Logger): Spool | undefined {
  try {
    return Spool.open(file, mostBytes);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    logger.warn(
      { reason: errorMessage(error) },
      'The file of COLLECT_SPOOL cannot be used: observations wait in memory',
    );
    return undefined;
  }
}
