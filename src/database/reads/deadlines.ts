/** An action did not end before its deadline. */
export class DeadlineExceeded extends Error {}

interface Pending {
  endsAtMs: number;
  /** Undefined after the action has ended. */
  fail: (() => void) | undefined;
}

const checkIntervalMs = 50;

/**
 * Fails actions that exceed a time limit on the monotonic clock. A failed action continues to run and can check whether
 * its result is still needed. All actions share one timer, which runs only if needed: a timer per action costs more
 * than a short read.
 */
export class Deadlines {
  private pending: Pending[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  /** Runs an action and passes it the deadline `endsAtMs`. Fails with {@link DeadlineExceeded} after the deadline. */
  run<Result>(action: (endsAtMs: number) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const endsAtMs = performance.now() + this.limitMs;
      const pending: Pending = { endsAtMs, fail: () => reject(this.exceeded()) };
      this.pending.push(pending);
      this.timer ??= this.checkLater();
      // Drop the reference to the result early. Otherwise its rows would become old objects for the garbage collector.
      const end = () => (pending.fail = undefined);
      action(endsAtMs).then(
        (result) => (end(), resolve(result)),
        (error: Error) => (end(), reject(error)),
      );
    });
  }

  exceeded(): DeadlineExceeded {
    return new DeadlineExceeded(`Not finished within ${this.limitMs} ms.`);
  }

  /** After a long task Node runs timers before it reads sockets. Data that has arrived by then is still in time. */
  private checkLater(): NodeJS.Timeout {
    return setTimeout(() => setImmediate(() => this.check()), checkIntervalMs).unref();
  }

  private check(): void {
    const nowMs = performance.now();
    for (const pending of this.pending) {
      if (pending.endsAtMs > nowMs) break;
      pending.fail?.();
      pending.fail = undefined;
    }
    this.pending = this.pending.filter(({ fail }) => fail !== undefined);
    this.timer = this.pending.length > 0 ? this.checkLater() : undefined;
  }
}
