import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from './clock.js';

/** A clock with a `sleep` method, so that a test can simulate a week in seconds. */
export class WaitingClock extends Clock {
  /** Waits. Returns early, without an error, when the signal is aborted. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
  }
}
