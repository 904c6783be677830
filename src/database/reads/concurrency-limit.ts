/** Runs at most `max` actions at once. Other actions wait and start in the order of their arrival. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private max: number) {}

  get waiting(): number {
    return this.queue.length;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** Changes the maximum. Running actions continue, also beyond a lower maximum. */
  setMax(max: number): void {
    this.max = max;
    while (this.running < max && this.queue.length > 0) {
      this.running += 1;
      this.queue.shift()?.();
    }
  }

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.max) await new Promise<void>((begin) => this.queue.push(begin));
    else this.running += 1;
    try {
      return await action();
    } finally {
      // The action that has waited longest takes the place of this one.
      const next = this.running > this.max ? undefined : this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
