/** What waited for its turn for too long is told this. */
export class TurnTimeout extends Error {}

interface Waiting {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/** Lets at most so many actions run at once; the others wait for their turn in order, and fail when it does not come in time. */
export class Turns {
  private running = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly most: number,
    private readonly waitMs: number,
  ) {}

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.most) await this.turn();
    else this.running += 1;
    try {
      return await action();
    } finally {
      this.end();
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(new TurnTimeout(`Waited ${this.waitMs} ms for ${this.most} others of the same statement.`));
      }, this.waitMs);
      const waiting: Waiting = { begin: resolve, timer };
      this.waiting.add(waiting);
    });
  }

  /** Hands the turn on to who has waited longest. */
  private end(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.begin();
  }
}
