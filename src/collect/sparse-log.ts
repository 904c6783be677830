import { WaitingClock } from '../clock/waiting-clock.js';

/** Decides which of many similar warnings are logged: at most one per period. */
export class SparseLog {
  private lastMs = -Infinity;
  private count = 0;

  constructor(
    private readonly clock: WaitingClock,
    private readonly everyMs = 60_000,
  ) {}

  /** Counts events. If a warning is due, returns the number of events since the previous warning. */
  due(events = 1): number | undefined {
    const now = this.clock.monotonicMs();
    this.count += events;
    if (now - this.lastMs < this.everyMs) return undefined;
    const { count } = this;
    this.lastMs = now;
    this.count = 0;
    return count;
  }
}
