import type { Logger } from 'pino';
import { WaitingClock } from '../../clock/waiting-clock.js';
import { errorMessage } from '../error-message.js';
import { isAboutData } from './collect-store.js';
import { CollectorState } from './collector-state.js';
import { decodeObservation, encodeObservation, Observation } from './observation.js';
import { Saved } from './save-observation.js';
import { Spool } from './spool.js';

export interface WriterParts {
  readonly save: (observation: Observation) => Promise<Saved>;
  /** Undefined if the file cannot be used: then the observations wait in memory. */
  readonly spool: Spool | undefined;
  readonly mostBytes: number;
  readonly clock: WaitingClock;
  readonly state: CollectorState;
  readonly logger: Logger;
}

const firstDelayMs = 1_000;
const longestDelayMs = 5_000;
const mostTriesOfBadData = 3;

/** Brings observations into the database, whose order does not count. They wait in the spool while it is away, or else in memory. */
export class Writer {
  private readonly memory: Buffer[] = [];
  private memoryBytes = 0;
  private wake = () => {};
  private failures = 0;

  constructor(private readonly parts: WriterParts) {
    this.count();
  }

  get isEmpty(): boolean {
    return this.parts.state.waiting === 0;
  }

  /** Keeps an observation until it is stored. If there is no room for it, it is lost, and counted. */
  add(observation: Observation): void {
    const { state, logger } = this.parts;
    if (observation.pieces.length === 0 && !observation.head.isComplete) return;
    const block = encodeObservation(observation);
    if (!this.spool(block) && !this.remember(block)) {
      state.lostObservations += 1;
      logger.error({ at: observation.head.at }, 'An observation is lost: COLLECT_SPOOL_MEGABYTES are used up');
    }
    this.count();
    this.wake();
  }

  /** Stores what waits and what comes, until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.wake(), { once: true });
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      if (await this.storeAll(signal)) await (signal.aborted ? undefined : woken);
      else await this.parts.clock.sleep(Math.min(firstDelayMs * 2 ** this.failures, longestDelayMs), signal);
    }
  }

  /** Answers whether everything is stored. */
  async storeAll(signal: AbortSignal): Promise<boolean> {
    while (!this.isEmpty && !signal.aborted) {
      const outcome = await this.storeFirst();
      if (outcome === 'waits') return false;
      if (outcome === 'again') await this.parts.clock.sleep(firstDelayMs, signal);
    }
    return this.isEmpty;
  }

  /** What fails for its contents is tried again soon, and then left out; all else waits for the database. */
  private async storeFirst(): Promise<'done' | 'again' | 'waits'> {
    const { save, spool, state, clock, logger } = this.parts;
    // Others are added while this one is stored.
    const isSpooled = (spool?.size ?? 0) > 0;
    try {
      const observation = decodeObservation(this.first());
      const { summary, open } = await save(observation);
      this.failures = 0;
      state.openStreams = open;
      state.cameInAtMs = clock.monotonicMs();
      if (observation.head.kind === 'sweep')
        state.storedAt = Math.max(state.storedAt ?? 0, Date.parse(observation.head.at));
      for (const reject of summary.firstRejects) {
        state.fail('record');
        logger.warn({ reason: reject.reason, property: reject.property }, 'A record of an observation was left out');
      }
    } catch (error) {
      const outcome = this.noteFailure(error);
      if (outcome !== 'done') return outcome;
    }
    this.removeFirst(isSpooled);
    return 'done';
  }

  /** What cannot be read, or PostgreSQL refuses for its contents, would keep all others waiting. */
  private noteFailure(error: unknown): 'done' | 'again' | 'waits' {
    const { state, logger } = this.parts;
    state.fail('database');
    this.failures += 1;
    if (this.failures === 1) {
      logger.warn({ reason: errorMessage(error) }, 'Storing an observation failed: it waits in the spool');
    }
    if (!isAboutData(error)) return 'waits';
    if (this.failures < mostTriesOfBadData) return 'again';
    this.failures = 0;
    state.lostObservations += 1;
    logger.error({ err: error }, 'An observation cannot be stored, and is left out');
    return 'done';
  }

  private first(): Buffer {
    return this.parts.spool?.first() ?? (this.memory[0] as Buffer);
  }

  private removeFirst(isSpooled: boolean): void {
    if (isSpooled) this.parts.spool?.removeFirst();
    else this.memoryBytes -= this.memory.shift()?.length ?? 0;
    this.count();
  }

  private spool(block: Buffer): boolean {
    const { spool, state, logger } = this.parts;
    try {
      return spool?.add(block) ?? false;
    } catch (error) {
      state.fail('spool');
      logger.warn({ reason: errorMessage(error) }, 'Writing the spool failed: the observation waits in memory');
      return false;
    }
  }

  private remember(block: Buffer): boolean {
    if (this.memoryBytes + block.length + (this.parts.spool?.bytes ?? 0) > this.parts.mostBytes) return false;
    this.memory.push(block);
    this.memoryBytes += block.length;
    return true;
  }

  private count(): void {
    const { spool, state } = this.parts;
    state.waiting = (spool?.size ?? 0) + this.memory.length;
    state.waitingBytes = (spool?.bytes ?? 0) + this.memoryBytes;
  }
}
