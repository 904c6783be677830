// A database with a few hundred responses per second finishes this many loads in time.
const initialLimit = 64;
// This many loads keep eight connections busy.
const minLimit = 16;
// A database with a few thousand responses per second finishes this many in 0.1 seconds. More would only wait.
const maxLimit = 200;
const fastMs = 300;
const recoveryMs = 2_000;

/**
 * Limits the number of simultaneous loads. The limit adapts to the duration of loads like the window of a TCP sender
 * (additive increase, multiplicative decrease): it grows by one per window of fast loads, and a slow load halves it.
 */
export class AdaptiveLimit {
  private running = 0;
  private limit = initialLimit;
  private halvedAtMs = -Infinity;

  /** True if another load would have to wait too long. */
  get isReached(): boolean {
    return this.running >= Math.floor(this.limit);
  }

  /** Runs a load. A load that calls `leave` is not part of the limit anymore. */
  async run<Result>(load: (leave: () => void) => Promise<Result>): Promise<Result> {
    const startedAtMs = performance.now();
    let isCounted = true;
    const leave = () => {
      if (isCounted) this.end();
      isCounted = false;
    };
    this.running += 1;
    try {
      const result = await load(leave);
      if (isCounted) this.adapt(startedAtMs);
      return result;
    } finally {
      leave();
    }
  }

  private end(): void {
    this.running -= 1;
    // One moment without loads does not prove that the overload has ended, because rejected clients retry.
    if (this.running === 0 && performance.now() - this.halvedAtMs > recoveryMs)
      this.limit = Math.max(this.limit, initialLimit);
  }

  /** Adapts the limit after a successful load. Failed loads do not show how busy the database is. */
  private adapt(startedAtMs: number): void {
    const nowMs = performance.now();
    if (nowMs - startedAtMs <= fastMs) {
      // Fast loads prove little if the limit is hardly used.
      if (this.running >= this.limit / 2) this.limit = Math.min(maxLimit, this.limit + 1 / this.limit);
    } else if (startedAtMs > this.halvedAtMs) {
      // Loads that started before the limit was halved belong to the same overload.
      this.limit = Math.max(minLimit, this.limit / 2);
      this.halvedAtMs = nowMs;
    }
  }
}
