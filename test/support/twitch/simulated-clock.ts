import { WaitingClock } from '../../../src/clock/clock.js';

interface Sleeper {
  at: number;
  wake: () => void;
}

/**
 * A clock that runs as fast as the program allows: when all code waits for the clock, the clock moves to the next moment that
 * code waits for. Wrap other work, such as queries, in {@link during}: the clock stands still during this work.
 */
export class SimulatedClock extends WaitingClock {
  private readonly sleepers = new Set<Sleeper>();
  private busy = 0;
  private idle = () => {};
  /** Offset of the system's clock from the real time. */
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

  /** Stops the clock until the work has ended. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.busy += 1;
    try {
      return await work;
    } finally {
      this.busy -= 1;
      if (this.busy === 0) this.idle();
    }
  }

  /** Runs the clock until a moment. */
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

  /** Waits until all code waits for this clock. */
  private async settle(): Promise<void> {
    do {
      if (this.busy > 0) await new Promise<void>((resolve) => (this.idle = resolve));
      // Runs the callbacks of fulfilled promises, and callbacks that these schedule.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    } while (this.busy > 0);
  }
}
