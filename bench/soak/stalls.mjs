import { clearInterval, setInterval } from 'node:timers';

const everyMs = 100;
const askEveryMs = 300;
const longestMs = 300;

/**
 * Tells of times in which this process, the service or the database got no time to run, since the machine was too busy: then
 * answers that fail say nothing.
 */
export class Stalls {
  count = 0;
  ms = 0;
  #onStall;
  #stage;
  #timers;
  #isAsking = false;

  /** `onStall` gets the times from which and to which something stood still. */
  constructor(stage, onStall) {
    this.#stage = stage;
    this.#onStall = onStall;
    let last = performance.now();
    const look = () => {
      this.note(performance.now() - last - everyMs);
      last = performance.now();
    };
    this.#timers = [setInterval(look, everyMs).unref(), setInterval(() => this.#askDatabase(), askEveryMs).unref()];
    stage.onStarved = (ms) => this.note(ms);
  }

  /** Notes that something was late until now. */
  note(lateMs) {
    if (lateMs < longestMs) return;
    this.count += 1;
    this.ms += lateMs;
    this.#onStall(Date.now() - lateMs - everyMs, Date.now());
  }

  stop() {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Connects and asks for nothing, which is slow only if the machine is. */
  async #askDatabase() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const from = performance.now();
    // It fails while a fault has stopped the database.
    const isAnswered = await this.#stage.query('SELECT').then(
      () => true,
      () => false,
    );
    this.#isAsking = false;
    if (isAnswered) this.note(performance.now() - from);
  }
}
