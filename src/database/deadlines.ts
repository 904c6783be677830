/** What was not done by its deadline fails with this. */
export class DeadlineExceeded extends Error {}

interface Pending {
  endsAtMs: number;
  fail: () => void;
}

const lookEveryMs = 50;

/**
 * Fails actions that take longer than a limit, on the monotonic clock. An action goes on after it has failed, so it may ask whether it is
 * still wanted. One timer looks after all of them, and only while there are any: a timer for each costs more than a short read.
 */
export class Deadlines {
  private readonly pending = new Set<Pending>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  /** Runs an action until `endsAtMs`, which the action gets. Fails with {@link DeadlineExceeded} after that. */
  run<Result>(action: (endsAtMs: number) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const endsAtMs = performance.now() + this.limitMs;
      const pending = { endsAtMs, fail: () => reject(this.exceeded()) };
      this.pending.add(pending);
      this.timer ??= this.lookLater();
      const end = () => this.pending.delete(pending);
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
      this.pending.delete(pending);
      pending.fail();
    }
    this.timer = this.pending.size > 0 ? this.lookLater() : undefined;
  }
}
