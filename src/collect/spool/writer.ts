import { repeat } from '../../lifecycle/repeat.js';
import { errorMessage } from '../../logging/error-message.js';
import { codeOf } from '../../database/error-codes.js';
import { CollectorContext } from '../collector-context.js';
import { decodeObservation, encodeObservation, Observation } from './observation.js';
import { UnreadableBlockError } from './spool.js';

const afterFailuresMs = [2_000, 4_000, 5_000];
const badDataPauseMs = 1_000;
const maxTriesOfBadData = 3;

/** Writes observations to the database, in any order. While the database is unavailable, they wait in the spool. */
export class Writer {
  private wake = () => {};
  private failures = 0;
  /** The number of consecutive attempts that failed because of the first block itself. */
  private badTries = 0;

  constructor(private readonly context: CollectorContext) {}

  /** Keeps an observation until it is stored. If the spool is full, the observation is lost and counted. */
  add(observation: Observation): void {
    const { state, spool, logger } = this.context;
    if (observation.pieces.length === 0 && observation.head.knownImport === undefined) return;
    if (!spool.add(encodeObservation(observation))) {
      state.lostObservations += 1;
      logger.error({ at: observation.head.at }, 'Dropped an observation: COLLECT_SPOOL_MEGABYTES is reached');
    }
    this.wake();
  }

  /** Stores waiting and new observations until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.wake(), { once: true });
    const storeAndWait = async () => {
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      const isStored = await this.storeAll(signal);
      if (isStored && !signal.aborted) await woken;
      return isStored;
    };
    await repeat(storeAndWait, { everyMs: 0, afterFailuresMs, signal, clock: this.context.clock });
  }

  /** Returns whether everything is stored. */
  async storeAll(signal: AbortSignal): Promise<boolean> {
    const { spool, clock, state, logger } = this.context;
    while (spool.size > 0 && !signal.aborted) {
      try {
        await this.storeFirst();
        spool.removeFirst();
      } catch (error) {
        const isUnreadable = error instanceof UnreadableBlockError;
        state.fail(isUnreadable ? 'spool' : 'database');
        this.failures += 1;
        const reason = errorMessage(error);
        if (this.failures === 1) logger.warn({ reason }, 'Failed to store an observation: it stays in the spool');
        this.badTries = isUnreadable || isAboutData(error) ? this.badTries + 1 : 0;
        if (this.badTries === 0) return false;
        if (this.badTries < maxTriesOfBadData) {
          await clock.sleep(badDataPauseMs, signal);
          continue;
        }
        this.dropFirst(error, isUnreadable);
      }
      this.failures = 0;
      this.badTries = 0;
    }
    return spool.size === 0;
  }

  /** Drops an observation that would block all other ones. */
  private dropFirst(error: unknown, isUnreadable: boolean): void {
    const { state, spool, logger } = this.context;
    state.lostObservations += 1;
    if (isUnreadable) {
      const renamedTo = spool.setFirstAside();
      logger.error({ reason: errorMessage(error), renamedTo }, 'Dropped an observation that cannot be read');
    } else {
      spool.removeFirst();
      logger.error({ err: error }, 'Dropped an observation that cannot be stored');
    }
  }

  private async storeFirst(): Promise<void> {
    const { store, state, spool, clock, logger } = this.context;
    const observation = decodeObservation(spool.first() ?? Buffer.alloc(0));
    const { firstRejects } = await store.save(observation);
    const { kind, at } = observation.head;
    state.lastProgressMs = clock.monotonicMs();
    if (kind === 'sweep') state.storedAt = Math.max(state.storedAt ?? 0, Date.parse(at));
    for (const { reason, property } of firstRejects) {
      state.fail('record');
      logger.warn({ reason, property }, 'Skipped a record of an observation');
    }
  }
}

/** Whether an error is about the data: PostgreSQL rejects it, or this version cannot read it. */
function isAboutData(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) return true;
  return /^(2[123]|Z_)/.test(codeOf(error) ?? '');
}
