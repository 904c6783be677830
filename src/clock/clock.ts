/** The time, as a class so that tests can set it. */
export class Clock {
  /** The system's time, which may be set back. */
  now(): Date {
    return new Date();
  }

  /** Whole milliseconds since an arbitrary moment. It never goes back, so ages and windows are measured with it. */
  monotonicMs(): number {
    return Math.trunc(performance.now());
  }
}
