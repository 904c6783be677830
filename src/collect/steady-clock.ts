import { WaitingClock } from '../clock/waiting-clock.js';

/**
 * A clock that is behind by more was set back. A smaller difference comes from two moments within a millisecond, or
 * from a leap second.
 */
const setBackMs = 1_000;

/**
 * Moments of sweeps. They follow the system clock, but never go back. If that clock is set back, they advance by half of the
 * elapsed time, so that no stream ends before it began and the clock catches up. Moments are whole milliseconds apart.
 */
export class SteadyClock {
  private last = 0;
  private lastMonotonic = 0;

  constructor(private readonly clock: WaitingClock) {}

  /** The time of the system clock, or the latest moment if that is later. */
  latest(): Date {
    return new Date(Math.max(this.clock.now().getTime(), this.last));
  }

  /** Returns a moment after all earlier ones. */
  next(): Date {
    const now = this.clock.now().getTime();
    const monotonic = this.clock.monotonicMs();
    const passedMs = this.last - now > setBackMs ? monotonic - this.lastMonotonic : 0;
    this.last = now > this.last ? now : this.last + Math.max(Math.floor(passedMs / 2), 1);
    this.lastMonotonic = monotonic;
    return new Date(this.last);
  }

  /**
   * Continues after the stored moment of another process. Returns by how many milliseconds the system clock is behind that moment.
   */
  notBefore(moment: Date): number {
    if (moment.getTime() > this.last) {
      this.last = moment.getTime();
      this.lastMonotonic = this.clock.monotonicMs();
    }
    return Math.max(moment.getTime() - this.clock.now().getTime(), 0);
  }
}
