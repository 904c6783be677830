/** Lets at most so many actions run at once; the others wait for their turn in order. */
export class Turns {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** How many actions wait. */
  get waiting(): number {
    return this.queue.length;
  }

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.most) await new Promise<void>((begin) => this.queue.push(begin));
    else this.running += 1;
    try {
      return await action();
    } finally {
      this.end();
    }
  }

  /** Hands the turn on to who has waited longest. */
  private end(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running -= 1;
  }
}
