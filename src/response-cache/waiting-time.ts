/** Adds up how long a load waits in queues. */
export class WaitingTime {
  private earlierMs = 0;
  private sinceMs: number | undefined;

  get ms(): number {
    return this.earlierMs + (this.sinceMs === undefined ? 0 : performance.now() - this.sinceMs);
  }

  set(isWaiting: boolean): void {
    this.earlierMs = this.ms;
    this.sinceMs = isWaiting ? performance.now() : undefined;
  }
}
