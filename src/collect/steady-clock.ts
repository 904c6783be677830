import { WaitingClock } from '../clock/clock.js';

/**
 * A clock that is behind by more was set back. A smaller difference comes from two moments within a millisecond, or
 * from a leap second.
 */
const setBackMs = 1_000;

/** A moment that is further in the future came from a wrong clock, and is not continued. */
export const maxBehindMs = 600_000;

/**
 * Moments of sweeps. They follow the system clock, but do not go back. If that clock is set back by at most {@link maxBehindMs},
 * they advance by half of the elapsed time, so that no stream ends before it began and the clock catches up. Moments are whole
 * milliseconds apart.
 */
export class SteadyClock {
  private last = 0;
  private lastMonotonic = 0;

  constructor(private readonly clock: WaitingClock) {}

  /** The time of the system clock, or the latest moment if that is later. */
  latest(): Date {
    const now = this.clock.now().getTime();
    return new Date(this.last - now > maxBehindMs ? now : Math.max(now, this.last));
  }

  /** Returns a moment after all earlier ones. */
  next(): Date {
    const now = this.clock.now().getTime();
    const monotonic = this.clock.monotonicMs();
    const behindMs = this.last - now;
    const passedMs = behindMs > setBackMs ? monotonic - this.lastMonotonic : 0;
    const follows = behindMs < 0 || behindMs > maxBehindMs;
    this.last = follows ? now : this.last + Math.max(Math.floor(passedMs / 2), 1);
    this.lastMonotonic = monotonic;
    return new Date(this.last);
  }

  /**
   * Continues after the stored moment of another process, unless that is more than {@link maxBehindMs} in the future. Returns by
   * how many milliseconds the system clock is behind that moment.
   */
  notBefore(moment: Date): number {
    const behindMs = moment.getTime() - this.clock.now().getTime();
    if (moment.getTime() > this.last && behindMs <= maxBehindMs) {
      this.last = moment.getTime();
      this.lastMonotonic = this.clock.monotonicMs();
    }
    return Math.max(behindMs, 0);
  }
}
