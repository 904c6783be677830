import { errorMessage } from '../../logging/error-message.js';
import { ChatWatch } from '../chat/chat-watch.js';
import { CollectorContext } from '../collector-context.js';
import { RefusedError, RequestError } from '../platforms/platform.js';
import { SparseLog } from '../sparse-log.js';
import { maxBehindMs } from '../steady-clock.js';
import { Writer } from '../spool/writer.js';
import { Sweep, SweepPlan } from './sweep.js';
import { WatchList } from './watch-list.js';
import { withLimit } from './with-limit.js';

/** A sweep may take an interval, and a minute if the interval is shorter. */
const minLimitMs = 60_000;

/** After an outage, a sweep of the whole platform requests each stream that has ended, so it may take two intervals. */
const intervalsOfWhole = 2;

/** Sweeps again and again, each time with the streams that are known so far. Passes the results on. */
export class Sweeper {
  /** The cost of the last sweep, in points. */
  cost = 1;
  /** The streams that are known to be live, with their channels. */
  private known = new Map<string, string>();
  private isAwayReported = false;
  /** The newest observation before the sweep, if it is in the future of this machine's clock. */
  private future: { at: Date; seconds: number } | undefined;
  private readonly incompleteLog = new SparseLog();

  constructor(
    private readonly context: CollectorContext,
    private readonly writer: Writer,
    /** Undefined if the whole platform is watched. */
    private readonly list: WatchList | undefined,
    /** Undefined if chats are not counted. */
    private readonly chat: ChatWatch | undefined,
  ) {}

  /** The channels of the list, or of the streams that are known to be live. */
  get channelIds(): readonly string[] {
    return this.list?.channelIds ?? [...new Set(this.known.values())];
  }

  /** Sweeps once, and stores the result. */
  async sweep(signal: AbortSignal): Promise<Sweep> {
    const { clock, state, spool, config } = this.context;
    const { writer, list, chat } = this;
    const startMs = clock.monotonicMs();
    const limitMs = Math.max(config.everyMs * (list ? 1 : intervalsOfWhole), minLimitMs);
    const knownImport = await this.loadKnown();
    const done = await withLimit(clock, limitMs, signal, async (limited) => {
      // Names that cannot be looked up leave time for the known channels.
      const updated = withLimit(clock, limitMs / 2, limited, async (half) => list?.update(half));
      const lookupFailure = await updated.then(() => undefined, asFailure);
      if (state.wrongClock === undefined) await list?.save(clock.now());
      return this.runSweep({ knownImport, lookupFailure }, limited);
    });
    const ms = clock.monotonicMs() - startMs;
    if (!signal.aborted) await this.noteFailure(done);
    if (done.hasWrongClock || done.hasNoChannel) {
      this.reportUnstored(done, ms, signal.aborted);
      return done;
    }
    if (!done.isCutOff) this.reportFuture();
    const { observation, isComplete, streams, unreadable, live } = done;
    const waiting = spool.size;
    writer.add(observation);
    this.known = new Map([...(isComplete ? unreadable : this.known), ...streams]);
    // Another collector may have taken the lease during the sweep; then that collector counts the chats.
    if (state.isHolder) chat?.show(live, isComplete, new Set(unreadable.keys()));
    this.report(done, ms, waiting, signal.aborted);
    return done;
  }

  /** Sweeps once, and stores nothing. */
  async preview(signal: AbortSignal): Promise<Sweep> {
    const knownImport = await this.loadKnown();
    await this.list?.update(signal);
    return this.runSweep({ knownImport }, signal);
  }

  private async runSweep(given: Pick<SweepPlan, 'knownImport' | 'lookupFailure'>, signal: AbortSignal): Promise<Sweep> {
    const { platform, config, moments } = this.context;
    const pointsBefore = platform.budget.left;
    const { known } = this;
    const plan = { channelIds: this.list?.channelIds, minViewers: config.minViewers, known, ...given };
    const done = await new Sweep(platform, plan, () => moments.next()).run(signal);
    this.cost = Math.max(Math.ceil(pointsBefore - platform.budget.left), 1);
    return done;
  }

  /**
   * Reads the live streams from the database. Returns the import up to which they are known; undefined if the database
   * is unavailable.
   */
  private async loadKnown(): Promise<SweepPlan['knownImport']> {
    const { store, state, spool, moments, logger } = this.context;
    // Both values are from before the query: its result may lack streams that are stored meanwhile.
    const isEmpty = spool.size === 0;
    try {
      const { at, importId } = await store.findNewest();
      const behindMs = at ? moments.notBefore(at) : 0;
      const seconds = Math.round(behindMs / 1_000);
      this.future = at && behindMs > maxBehindMs ? { at, seconds } : undefined;
      if (!this.future && behindMs > 1_000) {
        logger.warn(
          { seconds },
          'The clock is behind the newest observation: times of sweeps continue from that observation',
        );
      }
      const stored = await store.listLive();
      state.liveStreams = stored.size;
      this.known = isEmpty ? stored : new Map([...stored, ...this.known]);
      this.isAwayReported = false;
      return importId;
    } catch (error) {
      state.fail('database');
      const reason = errorMessage(error);
      if (!this.isAwayReported)
        logger.warn({ reason }, 'Cannot read the live streams from the database: sweeps end no streams');
      this.isAwayReported = true;
      return undefined;
    }
  }

  /** The responses of a sweep have shown that the clock of this machine is right. */
  private reportFuture(): void {
    const { state, logger } = this.context;
    state.futureObservation = this.future?.at;
    if (this.future)
      logger.error(this.future, 'The newest observation is in the future: sweeps do not continue from it');
  }

  /** Stores the reason of a failed sweep for the pages. The next complete sweep removes it. */
  private async noteFailure({ failure }: Sweep): Promise<void> {
    const { store, state } = this.context;
    state.failure = failure?.message;
    if (failure) await store.noteFailure(failure.message).catch(() => state.fail('database'));
  }

  /** A sweep with a wrong clock, or without a channel, would store wrong times or zeros. */
  private reportUnstored({ failure, hasWrongClock }: Sweep, ms: number, isStopped: boolean): void {
    const { state, logger } = this.context;
    const reason = failure?.message;
    if (!failure) logger.info('Skipped a sweep: no name of COLLECT_LOGINS has a known channel');
    if (!failure || isStopped) return;
    state.sweeps.partial += 1;
    Object.assign(state, { sweepSeconds: ms / 1_000, coverage: 0 });
    if (failure instanceof RefusedError) state.fail('refused');
    if (hasWrongClock) logger.error({ reason }, 'A sweep was not stored: set the clock of this machine');
    else logger.warn({ reason }, 'A sweep failed: no channel of COLLECT_LOGINS could be looked up');
  }

  private report(done: Sweep, ms: number, waiting: number, isStopped: boolean): void {
    const { platform, clock, state, logger } = this.context;
    const { observation, isComplete, streams, coverage, failure, isCutOff } = done;
    const { at } = observation.head;
    Object.assign(state, { sweepSeconds: ms / 1_000, coverage });
    state.sweeps[isComplete ? 'complete' : 'partial'] += 1;
    if (failure instanceof RefusedError || failure?.kind === 'refused') state.fail('refused');
    const line = { at, isComplete, live: streams.size, ms, points: Math.floor(platform.budget.left), waiting };
    const reason = failure?.message;
    if (isCutOff && !isStopped)
      logger.warn({ ...line, coverage, reason }, 'A sweep was interrupted: it ends no streams');
    else logger.info(line, 'Sweep');
    if (failure && !isCutOff && this.incompleteLog.due(clock.monotonicMs())) {
      logger.warn({ coverage, reason }, 'Sweeps are incomplete: they end no streams');
    }
  }
}

function asFailure(error: unknown): RequestError | RefusedError {
  if (error instanceof RequestError || error instanceof RefusedError) return error;
  throw error;
}
