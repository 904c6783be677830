import { WaitingClock } from '../../clock/waiting-clock.js';

/** A clock that is behind by more was set back. Less is what two moments within a millisecond amount to, or a leap second's half. */
const setBackMs = 1_000;

/**
 * Moments of sweeps. They follow the clock of the system, but never go back: if that clock is set back, they go on by half of what has
 * passed, so that no stream ends before it began, and the clock catches up. They are whole milliseconds apart.
 */
export class SteadyClock {
  private last = 0;
  private lastMonotonic: number;

  constructor(private readonly clock: WaitingClock) {
    this.lastMonotonic = clock.monotonicMs();
  }

  /** The time of the system's clock, or the latest moment if that is later. */
  latest(): Date {
    return new Date(Math.max(this.clock.now().getTime(), this.last));
  }

  /** A moment after all earlier ones. */
  next(): Date {
    const now = this.clock.now().getTime();
    const monotonic = this.clock.monotonicMs();
    const passedMs = this.last - now > setBackMs ? monotonic - this.lastMonotonic : 0;
    this.last = now > this.last ? now : this.last + Math.max(Math.floor(passedMs / 2), 1);
    this.lastMonotonic = monotonic;
    return new Date(this.last);
  }

  /** Goes on after what another process has stored. Answers by how many milliseconds the system's clock is behind that. */
  notBefore(moment: Date): number {
    if (moment.getTime() > this.last) {
      this.last = moment.getTime();
      this.lastMonotonic = this.clock.monotonicMs();
    }
    return Math.max(moment.getTime() - this.clock.now().getTime(), 0);
  }
}
