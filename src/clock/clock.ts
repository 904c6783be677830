/** The current time. A class so that tests can set the time. */
export class Clock {
  /** The system time, which may be set back. */
  now(): Date {
    return new Date();
  }

  /** Whole milliseconds since an arbitrary moment. Never decreases, so use it to measure ages and windows. */
  monotonicMs(): number {
    return Math.trunc(performance.now());
  }
}
