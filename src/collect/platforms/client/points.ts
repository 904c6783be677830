import { WaitingClock } from '../../../clock/clock.js';
import { readRetryAfter } from '../../../http/errors/retry-after.js';

/** A bucket is full after this time. Requests wait for it, and fail during a longer pause. */
export const maxWaitMs = 60_000;

/** A platform may ask for a longer pause. */
const maxPauseMs = 3_600_000;

/** The first wait after a 429 without a time. Each next wait is twice as long. */
const firstWaitMs = 1_000;

/**
 * The points that the client ID has left. They refill evenly, a whole bucket in a minute. A response may contain the remaining
 * points, which include the spending of other collectors with the same client ID. Headers never raise the documented rate.
 */
export class Points {
  perMinute: number;
  private remaining: number;
  private knownAt = -Infinity;
  private closedUntil = 0;
  private closedInRow = 0;

  constructor(
    private readonly clock: WaitingClock,
    /** The documented number of points per minute. */
    private readonly documented: number,
  ) {
    this.perMinute = documented;
    this.remaining = documented;
  }

  get left(): number {
    const { perMinute, remaining } = this;
    const returned = ((this.clock.monotonicMs() - this.knownAt) * perMinute) / 60_000;
    return Math.min(perMinute, remaining + returned);
  }

  /** Waits for a point, and spends it. */
  async take(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const waitMs = Math.max(this.closedUntil - this.clock.monotonicMs(), ((1 - this.left) * 60_000) / this.perMinute);
      if (waitMs <= 0) return this.set(this.left - 1);
      await this.clock.sleep(Math.ceil(waitMs), signal);
    }
  }

  /** Updates the points from any response except a 429. */
  learn(headers: Headers): void {
    this.closedInRow = 0;
    this.count(headers);
  }

  /** Closes the bucket after a 429: for the stated time, otherwise longer with each 429 in a row. Returns the time in milliseconds. */
  close(headers: Headers): number {
    this.count(headers);
    const backOffMs = Math.min(firstWaitMs * 2 ** this.closedInRow, maxWaitMs);
    const waitMs = Math.max(this.statedWaitMs(headers) ?? backOffMs, firstWaitMs);
    this.closedInRow += 1;
    this.closedUntil = Math.max(this.closedUntil, this.clock.monotonicMs() + waitMs);
    return waitMs;
  }

  /** The moment in `Ratelimit-Reset` is in seconds since 1970. A moment after the longest pause is in another unit. */
  private statedWaitMs(headers: Headers): number | undefined {
    const now = this.clock.now();
    const stated = readRetryAfter(headers.get('retry-after'), now) ?? 0;
    if (stated > 0) return Math.min(stated, maxPauseMs);
    const sent = Date.parse(headers.get('date') ?? '') || now.getTime();
    const reset = countIn(headers, 'ratelimit-reset');
    const untilResetMs = reset === undefined ? 0 : reset * 1_000 - sent;
    return untilResetMs > 0 && untilResetMs <= maxPauseMs ? untilResetMs : undefined;
  }

  private count(headers: Headers): void {
    const limit = countIn(headers, 'ratelimit-limit');
    const remaining = countIn(headers, 'ratelimit-remaining');
    if (limit !== undefined && limit > 0) this.perMinute = Math.min(limit, this.documented);
    if (remaining !== undefined) this.set(Math.min(remaining, this.left));
  }

  private set(remaining: number): void {
    this.remaining = remaining;
    this.knownAt = this.clock.monotonicMs();
  }
}

function countIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
