// A database that gives a few hundred answers a second finishes this many in time.
const atFirst = 64;
// This many keep eight connections busy.
const fewest = 16;
// A database that gives a few thousand answers a second finishes this many within a tenth of a second. More would only wait.
const most = 200;
const soonMs = 300;
const calmMs = 2_000;

/**
 * How many loads may be under way at once. The limit adapts to how long loads take, as the window of a TCP sender does (additive
 * increase, multiplicative decrease): it grows by one for each window of loads that end soon, and is halved when one does not.
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
      // The overload has ended once no load was slow for a while. A single moment without a load does not prove that, since
      // refused clients come back.
      if (this.running === 0 && performance.now() - this.halvedAtMs > calmMs)
        this.limit = Math.max(this.limit, atFirst);
    }
  }

  /** Adapts the limit after a load that succeeded. A failed load tells about the database, not about how busy it is. */
  private learn(startedAtMs: number): void {
    const nowMs = performance.now();
    if (nowMs - startedAtMs <= soonMs) {
      // Loads that end soon say nothing about a limit that is hardly used.
      if (this.running >= this.limit / 2) this.limit = Math.min(most, this.limit + 1 / this.limit);
    } else if (startedAtMs > this.halvedAtMs) {
      // Loads that began before the limit was halved belong to the same overload.
      this.limit = Math.max(fewest, this.limit / 2);
      this.halvedAtMs = nowMs;
    }
  }
}
