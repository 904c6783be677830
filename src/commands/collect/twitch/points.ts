import { WaitingClock } from '../../../clock/waiting-clock.js';

const usualPerMinute = 800;

/** A point of a bucket comes back so often that waiting longer than this for it means that the headers were misread. */
const longestWaitMs = 60_000;

/**
 * How many points the client id has left. They come back evenly, a whole bucket in a minute. Each answer says how many are left, so that
 * what other collectors of the client id spend is known too.
 */
export class Points {
  private limit = usualPerMinute;
  private remaining = usualPerMinute;
  private knownAt: number;
  private closedUntil = 0;

  constructor(private readonly clock: WaitingClock) {
    this.knownAt = clock.monotonicMs();
  }

  get perMinute(): number {
    return this.limit;
  }

  get left(): number {
    const { limit, remaining } = this;
    const returned = ((this.clock.monotonicMs() - this.knownAt) * limit) / 60_000;
    return Math.min(limit, remaining + returned);
  }

  /** Waits until there is a point, and takes it. */
  async take(signal: AbortSignal): Promise<void> {
    await this.wait(signal);
    this.set(this.left - 1);
  }

  /** Waits until there is a point. */
  async wait(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const waitMs = Math.max(this.closedUntil - this.clock.monotonicMs(), ((1 - this.left) * 60_000) / this.limit);
      if (waitMs <= 0) return;
      await this.clock.sleep(Math.ceil(waitMs), signal);
    }
  }

  /** What an answer says. */
  learn(headers: Headers): void {
    const limit = countIn(headers, 'ratelimit-limit');
    const remaining = countIn(headers, 'ratelimit-remaining');
    if (limit !== undefined && limit > 0) this.limit = limit;
    if (remaining !== undefined) this.set(Math.min(remaining, this.limit));
  }

  /** Closes the bucket until the moment that a 429 names, in seconds since 1970. */
  close(headers: Headers): void {
    const reset = countIn(headers, 'ratelimit-reset');
    const waitMs = reset === undefined ? longestWaitMs : reset * 1_000 - this.clock.now().getTime();
    // The clocks may differ.
    const boundedMs = Math.min(Math.max(waitMs, 1_000), longestWaitMs);
    this.closedUntil = Math.max(this.closedUntil, this.clock.monotonicMs() + boundedMs);
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
