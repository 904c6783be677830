import { AskErrorKind } from './platform.js';

export type ErrorKind = AskErrorKind | 'database' | 'spool' | 'record' | 'item' | 'count' | 'file' | 'chat';

export type SweepResult = 'complete' | 'partial';

/** How the collector is, for its metrics, its readiness and its log. */
export class CollectorState {
  isHolder = false;
  readonly sweeps: Record<SweepResult, number> = { complete: 0, partial: 0 };
  readonly errors = new Map<ErrorKind, number>();
  sweepSeconds: number | undefined;
  coverage: number | undefined;
  skippedSlots = 0;
  lostObservations = 0;
  waiting = 0;
  waitingBytes = 0;
  openStreams: number | undefined;
  channels: number | undefined;
  /** Of the newest sweep that is in the database, in milliseconds since 1970. */
  storedAt: number | undefined;
  /** When an observation came in last, or when this began, by the clock that never goes back. */
  cameInAtMs = 0;

  fail(kind: ErrorKind, count = 1): void {
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + count);
  }
}
