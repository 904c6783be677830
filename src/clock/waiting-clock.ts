import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from './clock.js';

/** A clock that can be waited for, so that a test can let a week pass in seconds. */
export class WaitingClock extends Clock {
  /** Waits; ends early, and without an error, when the signal is aborted. */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
  }
}
