import { formatQuantity } from '../../logging/format-count.js';

const maxClockOffset = 300;

/** Returns a sentence if a clock differs from the database's by more than five minutes. */
export function findClockProblem(offset: number): string | undefined {
  if (Math.abs(offset) <= maxClockOffset) return undefined;
  const seconds = formatQuantity(Math.round(Math.abs(offset)), 'second');
  return `The clock of this machine is ${seconds} ${offset > 0 ? 'ahead of' : 'behind'} the clock of the database.`;
}

/** Whether a process keeps the leaderboard fresh, or waits for another process that does. */
export class RefresherState {
  /** Undefined before the first refresh, and while another process refreshes. */
  hasFailed: boolean | undefined;
  /** Seconds by which the clock of the process is ahead of the database's. Undefined before the first comparison. */
  clockOffset: number | undefined;
  /** Called after each refresh, also if it failed or another process refreshes. */
  onResult = () => {};
  private succeededAtMs = performance.now();

  constructor(private readonly everyMs: number) {}

  /** Records a refresh, or that another process refreshes. */
  succeed(isOwn: boolean): void {
    this.hasFailed = isOwn ? false : undefined;
    this.succeededAtMs = performance.now();
    this.onResult();
  }

  fail(): void {
    this.hasFailed = true;
    this.onResult();
  }

  /** Returns why the process is not ready; undefined if it is ready. */
  problem(): string | undefined {
    const clockProblem = findClockProblem(this.clockOffset ?? 0);
    if (clockProblem !== undefined) return clockProblem;
    const sinceMs = performance.now() - this.succeededAtMs;
    return sinceMs > 3 * this.everyMs ? `No refresh has succeeded for ${Math.round(sinceMs / 1000)} s.` : undefined;
  }
}
