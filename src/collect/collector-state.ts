import { RequestErrorKind } from './platforms/platform.js';

export type ErrorKind = RequestErrorKind | 'database' | 'spool' | 'record' | 'item' | 'count' | 'file' | 'chat';

/** The figures behind the metrics of a collector. */
export class CollectorState {
  /** Whether this collector has the lease. */
  isHolder = false;
  readonly sweeps = { complete: 0, partial: 0 };
  readonly errors = new Map<ErrorKind, number>();
  sweepSeconds: number | undefined;
  coverage: number | undefined;
  skippedSlots = 0;
  lostObservations = 0;
  liveStreams: number | undefined;
  channels: number | undefined;
  /** The moment of the newest stored sweep, in milliseconds since 1970. */
  storedAt: number | undefined;
  /** The difference of the clock of this machine, as the last response shows; undefined if the clock is right. */
  wrongClock: string | undefined;
  /** Why the last sweep failed; undefined if it did not. */
  failure: string | undefined;
  /** The newest observation in the database, if it is in the future: a wrong clock made it. */
  futureObservation: Date | undefined;
  /** The time of the last stored observation, of the start, or of a change of the lease, by the monotonic clock. */
  lastProgressMs = 0;

  fail(kind: ErrorKind, count = 1): void {
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + count);
  }
}
