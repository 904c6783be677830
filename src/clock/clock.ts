import { setTimeout as sleep } from 'node:timers/promises';

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

/** A clock with a `sleep` method, so that a test can simulate a week in seconds. */
export class WaitingClock extends Clock {
  /** Waits. Returns early, without an error, when the signal is aborted. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
  }
}
