import { ChatWatch } from './chat/chat-watch.js';
import { CollectorContext } from './collector-context.js';
import { ChannelRequests } from './spool/channel-requests.js';
import { removeOldData, runHousekeeping } from './housekeeping.js';
import { Lease } from './lease.js';
import { RefusedError } from './platforms/platform.js';
import { Sweep } from './sweeps/sweep.js';
import { Sweeper } from './sweeps/sweeper.js';
import { withLimit } from './sweeps/with-limit.js';
import { Writer } from './spool/writer.js';

export interface CollectorParts {
  readonly lease: Lease;
  readonly sweeper: Sweeper;
  readonly writer: Writer;
  readonly channelRequests: ChannelRequests;
  /** Undefined if chats are not counted. */
  readonly chat: ChatWatch | undefined;
}

/** A platform may refuse a request that it accepts a minute later. */
const maxRefusedSweeps = 5;

/** Watches a platform: sweeps at each slot, requests profiles and counts in between, and stores the observations. */
export class Collector {
  private refusedSweeps = 0;
  private wake = () => {};

  constructor(
    private readonly context: CollectorContext,
    private readonly parts: CollectorParts,
  ) {}

  /** Runs until the signal is aborted. Throws a {@link RefusedError} if continuing is useless. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger, state, clock } = this.context;
    const { lease, writer, chat } = this.parts;
    state.lastProgressMs = clock.monotonicMs();
    const failed = new AbortController();
    const ended = AbortSignal.any([signal, failed.signal]);
    const onChange = (isHolder: boolean) => {
      state.lastProgressMs = clock.monotonicMs();
      const waits = 'Another collector is running; this collector takes over when the other one stops';
      logger.info(isHolder ? 'Watching' : waits);
      // The other collector counts the chats from now on.
      if (!isHolder) chat?.show([], true);
      this.wake();
    };
    ended.addEventListener('abort', () => this.wake(), { once: true });
    const loops = [
      lease.keep(ended, onChange),
      writer.run(ended),
      runHousekeeping(this.context, ended),
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

  /** Sweeps once, stores the result, and removes outdated data. Returns whether the sweep is complete and all of this succeeded. */
  async once(signal: AbortSignal): Promise<boolean> {
    const { state } = this.context;
    const { sweeper, writer, channelRequests } = this.parts;
    await writer.storeAll(signal);
    const { failure, isCutOff } = await sweeper.sweep(signal);
    if (!isCutOff) await channelRequests.run(sweeper, undefined, signal);
    const isStored = await writer.storeAll(signal);
    const isRemoved = signal.aborted || (await removeOldData(this.context));
    return isStored && isRemoved && !failure && state.lostObservations === 0;
  }

  private async sweepAtSlots(signal: AbortSignal): Promise<void> {
    const { clock, config, state, logger } = this.context;
    const { sweeper, channelRequests } = this.parts;
    const { everyMs } = config;
    let slot: number | undefined;
    while (!signal.aborted) {
      if (!state.isHolder) {
        slot = undefined;
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      slot ??= clock.monotonicMs();
      const { failure, isCutOff } = await sweeper.sweep(signal);
      this.endIfRefused(failure);
      const missed = Math.floor((clock.monotonicMs() - slot) / everyMs);
      if (missed > 0) {
        state.skippedSlots += missed;
        logger.warn({ slots: missed }, 'A sweep took longer than COLLECT_EVERY: sweeps were skipped');
      }
      slot += (missed + 1) * everyMs;
      const next = slot;
      const requestChannels = (limited: AbortSignal) => channelRequests.run(sweeper, next, limited);
      if (!isCutOff) await withLimit(clock, next - clock.monotonicMs(), signal, requestChannels);
      await clock.sleep(next - clock.monotonicMs(), signal);
    }
  }

  /** Throws if the platform refuses the credentials, or too many sweeps in a row. */
  private endIfRefused(failure: Sweep['failure']): void {
    this.refusedSweeps = failure instanceof RefusedError ? this.refusedSweeps + 1 : 0;
    if (!(failure instanceof RefusedError)) return;
    if (failure.refused === 'credentials') throw failure;
    if (this.refusedSweeps < maxRefusedSweeps) return;
    throw new RefusedError(`The platform rejected ${maxRefusedSweeps} consecutive sweeps. ${failure.message}`);
  }
}
