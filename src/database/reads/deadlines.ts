/** An action did not end before its deadline. */
export class DeadlineExceeded extends Error {}

/** Fails actions that exceed a time limit. A failed action continues to run and can check whether its result is still needed. */
export class Deadlines {
  constructor(private readonly limitMs: number) {}

  /** Runs an action and passes it the deadline `endsAtMs`. Fails with {@link DeadlineExceeded} after the deadline. */
  run<Result>(action: (endsAtMs: number) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(this.exceeded());
      // After a long task Node runs timers before it reads sockets. Data that has arrived by then is still in time.
      const timer = setTimeout(() => setImmediate(fail), this.limitMs).unref();
      const running = action(performance.now() + this.limitMs);
      running.finally(() => clearTimeout(timer)).then(resolve, reject);
    });
  }

  exceeded(): DeadlineExceeded {
    return new DeadlineExceeded(`Not finished within ${this.limitMs} ms.`);
  }
}
