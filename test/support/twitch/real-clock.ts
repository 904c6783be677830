import { WaitingClock } from '../../../src/clock/waiting-clock.js';

/** The time of the machine, whose monotonic time is that of the world as well. */
export class RealClock extends WaitingClock {
  override monotonicMs(): number {
    return Date.now();
  }
}
