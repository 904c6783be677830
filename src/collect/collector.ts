import { errorMessage } from '../logging/error-message.js';
import { ChatWatch } from './chat/chat-watch.js';
import { CollectorContext } from './collector-context.js';
import { Facts } from './spool/facts.js';
import { Housekeeping } from './housekeeping.js';
import { Lease } from './lease.js';
import { AskError, RefusedError } from './platforms/platform.js';
import { Sweep, sweep } from './sweeps/sweep.js';
import { SweepReport } from './sweeps/sweep-report.js';
import { WatchList } from './sweeps/watch-list.js';
import { withLimit } from './sweeps/with-limit.js';
import { Writer } from './spool/writer.js';

export interface CollectorParts {
  readonly lease: Lease;
  readonly writer: Writer;
  readonly facts: Facts;
  /** Undefined if the whole platform is watched. */
  readonly list: WatchList | undefined;
  readonly housekeeping: Housekeeping;
  /** Undefined if chats are not counted. */
  readonly chat: ChatWatch | undefined;
}

/** A sweep may take an interval, and a minute if the interval is shorter. */
const leastLimitMs = 60_000;

/** A platform may refuse a request that it accepts a minute later. */
const mostRefusedSweeps = 5;

/** A stream with a broken connection may resume as the same stream within this time. */
const goneForMs = 600_000;

/** Watches a platform: sweeps at each slot, asks for profiles and followers in between, and stores the observations. */
export class Collector {
  /** The streams that are known to be open. */
  private open = new Map<string, string>();
  /** Streams that did not respond: after an outage, more streams may have ended than one sweep can ask for. */
  private gone: ReadonlySet<string> = new Set();
  private goneSinceMs = 0;
  private knownImport: number | undefined;
  private isAwayReported = false;
  private cost = 1;
  private refusedSweeps = 0;
  private wake = () => {};
  private readonly report: SweepReport;

  constructor(
    private readonly context: CollectorContext,
    private readonly parts: CollectorParts,
  ) {
    this.report = new SweepReport(context);
  }

  /** Runs until the signal is aborted. Throws a {@link RefusedError} if continuing is useless. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger, state, clock } = this.context;
    const { lease, writer, housekeeping, chat } = this.parts;
    state.cameInAtMs = clock.monotonicMs();
    const failed = new AbortController();
    const ended = AbortSignal.any([signal, failed.signal]);
    const onChange = (isHolder: boolean) => {
      state.isHolder = isHolder;
      state.cameInAtMs = clock.monotonicMs();
      this.gone = new Set();
      const waits = 'Another collector is running; this collector takes over when the other one stops';
      logger.info(isHolder ? 'Watching' : waits);
      if (!isHolder) chat?.leave();
      this.wake();
    };
    ended.addEventListener('abort', () => this.wake(), { once: true });
    const loops = [
      lease.keep(ended, onChange),
      writer.run(ended),
      housekeeping.run(ended),
      this.sweepAtSlots(ended),
      ...(chat ? [chat.run(ended)] : []),
    ];
    try {
      await Promise.all(loops);
    } finally {
      failed.abort();
      await Promise.allSettled(loops);
    }
  }

  /** Sweeps once, stores the result, and removes outdated data. Returns whether the sweep is complete and stored. */
  async once(signal: AbortSignal): Promise<boolean> {
    const { state } = this.context;
    const { writer, facts, housekeeping } = this.parts;
    const lostBefore = state.lostObservations;
    await writer.storeAll(signal);
    const { failure, isCutOff } = await this.sweepNow(signal);
    if (!isCutOff) await facts.gather(this.channels(), this.cost, undefined, signal);
    const isStored = await writer.storeAll(signal);
    if (!signal.aborted) await housekeeping.clean();
    return isStored && !failure && state.lostObservations === lostBefore;
  }

  async look(signal: AbortSignal): Promise<Sweep> {
    await this.loadOpen();
    await this.parts.list?.look(signal);
    return this.askPlatform(signal);
  }

  private async sweepAtSlots(signal: AbortSignal): Promise<void> {
    const { clock, config, state, logger } = this.context;
    const { everyMs } = config;
    let slot: number | undefined;
    while (!signal.aborted) {
      if (!this.parts.lease.isHeld) {
        slot = undefined;
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      slot ??= clock.monotonicMs();
      const { failure, isCutOff } = await this.sweepNow(signal);
      this.endIfRefused(failure);
      const missed = Math.floor((clock.monotonicMs() - slot) / everyMs);
      if (missed > 0) {
        state.skippedSlots += missed;
        logger.warn({ slots: missed }, 'A sweep took longer than COLLECT_EVERY: sweeps were skipped');
      }
      slot += (missed + 1) * everyMs;
      if (!isCutOff) await this.gatherUntil(slot, signal);
      await clock.sleep(slot - clock.monotonicMs(), signal);
    }
  }

  /** Throws if the platform refuses the credentials, or too many sweeps in a row. */
  private endIfRefused(failure: Sweep['failure']): void {
    if (!(failure instanceof RefusedError)) {
      this.refusedSweeps = 0;
      return;
    }
    this.refusedSweeps += 1;
    if (failure.refused === 'credentials') throw failure;
    if (this.refusedSweeps < mostRefusedSweeps) return;
    throw new RefusedError(`The platform rejected ${mostRefusedSweeps} consecutive sweeps. ${failure.message}`);
  }

  /** Requests that do not fit before the next slot are postponed. */
  private async gatherUntil(slot: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.context;
    await withLimit(clock, slot - clock.monotonicMs(), signal, (limited) =>
      this.parts.facts.gather(this.channels(), this.cost, slot, limited),
    );
  }

  private async sweepNow(signal: AbortSignal): Promise<Sweep> {
    const { clock, state, config } = this.context;
    const { lease, writer, list, facts, chat } = this.parts;
    const startMs = clock.monotonicMs();
    const limitMs = Math.max(config.everyMs, leastLimitMs);
    await this.loadOpen();
    const done = await withLimit(clock, limitMs, signal, async (limited) => {
      // Names that cannot be looked up leave time for the known channels.
      const update = withLimit(clock, limitMs / 2, limited, async (half) => list?.update(clock.now(), half));
      await facts.take((await update.catch(ignoreAskError)) ?? []);
      return this.askPlatform(limited);
    });
    const { observation, streams, live, failure } = done;
    const { waiting } = state;
    writer.add(observation);
    const { isComplete } = observation.head;
    this.open = isComplete ? new Map(streams) : new Map([...this.open, ...streams]);
    if (this.gone.size === 0) this.goneSinceMs = startMs;
    this.gone = failure ? done.gone : new Set();
    // Another collector may have taken the lease during the sweep; then that collector counts the chats.
    if (lease.isHeld) chat?.show(live, isComplete);
    this.report.note(done, clock.monotonicMs() - startMs, { waiting, isStopped: signal.aborted });
    return done;
  }

  private async askPlatform(signal: AbortSignal): Promise<Sweep> {
    const { platform, config, moments, clock } = this.context;
    const pointsBefore = platform.budget.left;
    if (clock.monotonicMs() - this.goneSinceMs > goneForMs) this.gone = new Set();
    const { open, knownImport, gone } = this;
    const { minViewers } = config;
    const plan = { channelIds: this.parts.list?.channelIds, minViewers, open, knownImport, gone };
    const done = await sweep(platform, plan, () => moments.next(), signal);
    this.cost = Math.max(Math.ceil(pointsBefore - platform.budget.left), 1);
    return done;
  }

  /** The database has the open streams, unless it is unavailable or observations are waiting. */
  private async loadOpen(): Promise<void> {
    const { store, state, moments, logger } = this.context;
    // Both values are from before the query: its result may lack streams that are stored meanwhile.
    const { isEmpty } = this.parts.writer;
    this.knownImport = undefined;
    try {
      const { at, importId } = await store.findNewest();
      const behindMs = at ? moments.notBefore(at) : 0;
      const seconds = Math.round(behindMs / 1_000);
      if (behindMs > 1_000) logger.warn({ seconds }, 'The clock is behind the newest observation: waiting');
      const stored = await store.listOpen();
      this.open = isEmpty ? stored : new Map([...stored, ...this.open]);
      this.knownImport = importId;
      this.isAwayReported = false;
    } catch (error) {
      state.fail('database');
      // Another collector may see these streams meanwhile.
      this.gone = new Set();
      if (!this.isAwayReported) {
        const reason = errorMessage(error);
        logger.warn({ reason }, 'Cannot read the open streams from the database: sweeps end no streams');
      }
      this.isAwayReported = true;
    }
  }

  private channels(): readonly string[] {
    return this.parts.list?.channelIds ?? [...new Set(this.open.values())];
  }
}

function ignoreAskError(error: unknown): undefined {
  if (error instanceof AskError) return undefined;
  throw error;
}
