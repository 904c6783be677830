import { WaitingClock } from '../../src/clock/clock.js';

/** A clock that uses the machine's date as its monotonic time, as the simulated world does. */
export class RealClock extends WaitingClock {
  override monotonicMs(): number {
    return Date.now();
  }
}
