import { errorMessage } from '../../logging/error-message.js';
import { codeOf } from '../../ingest/partitions.js';
import { CollectorContext } from '../collector-context.js';
import { decodeObservation, encodeObservation, Observation } from './observation.js';
import { Saved } from './save-observation.js';
import { Spool } from './spool.js';

const firstDelayMs = 1_000;
const longestDelayMs = 5_000;
const mostTriesOfBadData = 3;

/** Writes observations to the database, in any order. While the database is unavailable, they wait in the spool. */
export class Writer {
  private wake = () => {};
  private failures = 0;

  constructor(
    private readonly context: CollectorContext,
    private readonly spool: Spool,
    private readonly save: (observation: Observation) => Promise<Saved>,
  ) {
    this.count();
  }

  get isEmpty(): boolean {
    return this.spool.size === 0;
  }

  /** Keeps an observation until it is stored. If the spool is full, the observation is lost and counted. */
  add(observation: Observation): void {
    const { state, logger } = this.context;
    if (observation.pieces.length === 0 && !observation.head.isComplete) return;
    if (!this.spool.add(encodeObservation(observation))) {
      state.lostObservations += 1;
      logger.error({ at: observation.head.at }, 'Dropped an observation: COLLECT_SPOOL_MEGABYTES is reached');
    }
    this.count();
    this.wake();
  }

  /** Stores waiting and new observations until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.wake(), { once: true });
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      if (await this.storeAll(signal)) await (signal.aborted ? undefined : woken);
      else await this.context.clock.sleep(Math.min(firstDelayMs * 2 ** this.failures, longestDelayMs), signal);
    }
  }

  /** Returns whether everything is stored. */
  async storeAll(signal: AbortSignal): Promise<boolean> {
    while (!this.isEmpty && !signal.aborted) {
      const outcome = await this.storeFirst();
      if (outcome === 'waits') return false;
      if (outcome === 'again') await this.context.clock.sleep(firstDelayMs, signal);
    }
    return this.isEmpty;
  }

  /** An observation with bad contents is tried again soon, and then skipped; other failures wait for the database. */
  private async storeFirst(): Promise<'done' | 'again' | 'waits'> {
    const { state, clock, logger } = this.context;
    try {
      const observation = decodeObservation(this.spool.first() ?? Buffer.alloc(0));
      const { summary, open } = await this.save(observation);
      this.failures = 0;
      state.openStreams = open;
      state.cameInAtMs = clock.monotonicMs();
      if (observation.head.kind === 'sweep')
        state.storedAt = Math.max(state.storedAt ?? 0, Date.parse(observation.head.at));
      for (const reject of summary.firstRejects) {
        state.fail('record');
        logger.warn({ reason: reject.reason, property: reject.property }, 'Skipped a record of an observation');
      }
    } catch (error) {
      const outcome = this.noteFailure(error);
      if (outcome !== 'done') return outcome;
    }
    this.spool.removeFirst();
    this.count();
    return 'done';
  }

  /** Contents that cannot be read, or that PostgreSQL rejects, would block all other observations. */
  private noteFailure(error: unknown): 'done' | 'again' | 'waits' {
    const { state, logger } = this.context;
    state.fail('database');
    this.failures += 1;
    if (this.failures === 1) {
      logger.warn({ reason: errorMessage(error) }, 'Failed to store an observation: it stays in the spool');
    }
    if (!isAboutData(error)) return 'waits';
    if (this.failures < mostTriesOfBadData) return 'again';
    this.failures = 0;
    state.lostObservations += 1;
    logger.error({ err: error }, 'Dropped an observation that cannot be stored');
    return 'done';
  }

  private count(): void {
    const { state } = this.context;
    state.waiting = this.spool.size;
    state.waitingBytes = this.spool.bytes;
  }
}

/** Whether an error is about the data: PostgreSQL rejects it or this version cannot read it, so a retry does not help. */
function isAboutData(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof RangeError) return true;
  const code = codeOf(error);
  return typeof code === 'string' && /^(2[123]|Z_)/.test(code);
}
