import { WaitingClock } from '../../../src/clock/waiting-clock.js';

interface Sleeper {
  at: number;
  wake: () => void;
}

/**
 * A clock whose time passes as fast as the work of the program allows: when everybody waits for it, it goes on to the next moment that
 * somebody waits for. What is done outside of it, such as a query, has to be told by {@link during}, and it waits for that.
 */
export class SimulatedClock extends WaitingClock {
  private readonly sleepers = new Set<Sleeper>();
  private busy = 0;
  private idle = () => {};
  /** What the system's clock is ahead of the time that has passed. */
  offsetMs = 0;

  constructor(private time: number) {
    super();
  }

  override now(): Date {
    return new Date(this.time + this.offsetMs);
  }

  /** The true time, in milliseconds since 1970. */
  override monotonicMs(): number {
    return this.time;
  }

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (!(ms > 0) || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', wake);
        this.sleepers.delete(sleeper);
        resolve();
      };
      const sleeper = { at: this.time + ms, wake };
      this.sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
    });
  }

  /** Time stands still until this has ended. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.busy += 1;
    try {
      return await work;
    } finally {
      this.busy -= 1;
      if (this.busy === 0) this.idle();
    }
  }

  /** Lets time pass until a moment. */
  async runUntil(moment: number): Promise<void> {
    for (;;) {
      await this.settle();
      const [next] = [...this.sleepers].sort((one, other) => one.at - other.at);
      if (!next || next.at > moment) break;
      this.time = next.at;
      next.wake();
    }
    this.time = moment;
  }

  /** Waits until nothing goes on but waiting for this clock. */
  private async settle(): Promise<void> {
    do {
      if (this.busy > 0) await new Promise<void>((resolve) => (this.idle = resolve));
      // The promises that have been fulfilled, and what follows from them.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    } while (this.busy > 0);
  }
}
