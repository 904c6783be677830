import { clearInterval, setInterval } from 'node:timers';

const everyMs = 100;
const longestMs = 300;

/** Tells of moments in which this process did not run, since the machine was too busy or stood still, and with it all others. */
export class Stalls {
  count = 0;
  #timer;

  /** `onStall` gets the times from which and to which nothing happened. */
  constructor(onStall) {
    let last = performance.now();
    this.#timer = setInterval(() => {
      const lateMs = performance.now() - last - everyMs;
      last = performance.now();
      if (lateMs < longestMs) return;
      this.count += 1;
      onStall(Date.now() - lateMs - everyMs, Date.now());
    }, everyMs).unref();
  }

  stop() {
    clearInterval(this.#timer);
  }
}
