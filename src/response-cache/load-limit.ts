// To begin with as many as even a database of some hundred answers a second has done in time, and at the least what keeps
// eight connections busy.
const atFirst = 64;
const fewest = 16;
// A database that serves some thousand a second has these done within a tenth of one; more would only wait.
const most = 200;
const soonMs = 300;
const calmMs = 2_000;

/**
 * How many loads may be under way at once. It follows from how long they take, as a TCP sender's window does (additive
 * increase, multiplicative decrease): one more for each window of loads that are done soon, half as many when one is not.
 */
export class LoadLimit {
  private running = 0;
  private limit = atFirst;
  private halvedAtMs = -Infinity;

  /** Whether another one would have to wait for too long. */
  get isReached(): boolean {
    return this.running >= Math.floor(this.limit);
  }

  async run<Result>(load: () => Promise<Result>): Promise<Result> {
    const startedAtMs = performance.now();
    this.running += 1;
    try {
      const result = await load();
      this.learn(startedAtMs);
      return result;
    } finally {
      this.running -= 1;
      // Whatever it was is over. A moment without any load does not say so yet: those who were refused come back.
      if (this.running === 0 && performance.now() - this.halvedAtMs > calmMs)
        this.limit = Math.max(this.limit, atFirst);
    }
  }

  /** From a load that succeeded. One that fails tells nothing of the load there is, but of the database. */
  private learn(startedAtMs: number): void {
    const nowMs = performance.now();
    if (nowMs - startedAtMs <= soonMs) {
      // Where so many are never under way, that they are done soon says nothing of how it would be with more.
      if (this.running >= this.limit / 2) this.limit = Math.min(most, this.limit + 1 / this.limit);
    } else if (startedAtMs > this.halvedAtMs) {
      // Those that were under way then say the same again.
      this.limit = Math.max(fewest, this.limit / 2);
      this.halvedAtMs = nowMs;
    }
  }
}
