/** What was not done by its deadline fails with this. */
export class DeadlineExceeded extends Error {}

interface Pending {
  endsAtMs: number;
  /** Undefined once the action has ended. */
  fail: (() => void) | undefined;
}

const lookEveryMs = 50;

/**
 * Fails actions that take longer than a limit, on the monotonic clock. An action goes on after it has failed, so it may ask whether it is
 * still wanted. One timer looks after all of them, and only while there are any: a timer for each costs more than a short read.
 */
export class Deadlines {
  private pending: Pending[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  /** Runs an action until `endsAtMs`, which the action gets. Fails with {@link DeadlineExceeded} after that. */
  run<Result>(action: (endsAtMs: number) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const endsAtMs = performance.now() + this.limitMs;
      const pending: Pending = { endsAtMs, fail: () => reject(this.exceeded()) };
      this.pending.push(pending);
      this.timer ??= this.lookLater();
      // What is listed for longer must not keep the result, whose rows would become old objects for the garbage collector.
      const end = () => (pending.fail = undefined);
      action(endsAtMs).then(
        (result) => (end(), resolve(result)),
        (error: Error) => (end(), reject(error)),
      );
    });
  }

  exceeded(): DeadlineExceeded {
    return new DeadlineExceeded(`Not done within ${this.limitMs} ms.`);
  }

  /** After a long task Node runs timers before it reads sockets: what has arrived by then is still in time. */
  private lookLater(): NodeJS.Timeout {
    return setTimeout(() => setImmediate(() => this.look()), lookEveryMs).unref();
  }

  private look(): void {
    const nowMs = performance.now();
    for (const pending of this.pending) {
      if (pending.endsAtMs > nowMs) break;
      pending.fail?.();
      pending.fail = undefined;
    }
    this.pending = this.pending.filter(({ fail }) => fail !== undefined);
    this.timer = this.pending.length > 0 ? this.lookLater() : undefined;
  }
}
