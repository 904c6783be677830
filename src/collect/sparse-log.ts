/** Decides which of many similar warnings are logged: at most one per period. */
export class SparseLog {
  private lastMs = -Infinity;
  private count = 0;

  constructor(private readonly everyMs = 60_000) {}

  /** Counts events. Returns their number since the previous warning if a warning is due, by the monotonic clock. */
  due(nowMs: number, events = 1): number | undefined {
    this.count += events;
    if (nowMs - this.lastMs < this.everyMs) return undefined;
    const { count } = this;
    this.lastMs = nowMs;
    this.count = 0;
    return count;
  }
}
