import { WaitingClock } from '../clock/waiting-clock.js';

const minuteMs = 60_000;

/** Limit of subjects per warning. Later warnings name the others. */
const mostSubjects = 20;

/** Decides which of many similar warnings are logged: at most one a minute, and the same subject at most once per period. */
export class SparseLog {
  private readonly loggedAtMs = new Map<string, number>();
  private lastMs = -Infinity;
  private count = 0;

  constructor(
    private readonly clock: WaitingClock,
    private readonly sameEveryMs = minuteMs,
  ) {}

  /** If a warning is due, returns the subjects to name in it, and the number of subjects since the previous warning. */
  due(subjects: readonly string[] = ['']): { subjects: ReadonlySet<string>; count: number } | undefined {
    const now = this.clock.monotonicMs();
    this.count += subjects.length;
    if (now - this.lastMs < minuteMs) return undefined;
    for (const [logged, at] of this.loggedAtMs) if (now - at >= this.sameEveryMs) this.loggedAtMs.delete(logged);
    const due = new Set(subjects.filter((subject) => !this.loggedAtMs.has(subject)).slice(0, mostSubjects));
    if (due.size === 0) return undefined;
    for (const subject of due) this.loggedAtMs.set(subject, now);
    this.lastMs = now;
    const { count } = this;
    this.count = 0;
    return { subjects: due, count };
  }
}
