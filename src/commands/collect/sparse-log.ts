import { WaitingClock } from '../../clock/waiting-clock.js';

const minuteMs = 60_000;

/** Decides which of many similar warnings are logged: at most one a minute, and the same subject at most once in a time. */
export class SparseLog {
  private readonly loggedAtMs = new Map<string, number>();
  private lastMs = -Infinity;
  private count = 0;

  constructor(
    private readonly clock: WaitingClock,
    private readonly sameEveryMs = minuteMs,
  ) {}

  /** If a warning is due, returns the number of calls since the previous one, and this call; otherwise 0. */
  due(subject = ''): number {
    const now = this.clock.monotonicMs();
    this.count += 1;
    if (now - this.lastMs < minuteMs) return 0;
    for (const [logged, at] of this.loggedAtMs) if (now - at >= this.sameEveryMs) this.loggedAtMs.delete(logged);
    if (this.loggedAtMs.has(subject)) return 0;
    this.loggedAtMs.set(subject, now);
    this.lastMs = now;
    const { count } = this;
    this.count = 0;
    return count;
  }
}
