/** Whether a process keeps the leaderboard fresh, or waits for another process that does. */
export class RefresherState {
  /** Undefined before the first refresh, and while another process refreshes. */
  hasFailed: boolean | undefined;
  private succeededAtMs = performance.now();

  constructor(private readonly everyMs: number) {}

  /** Records a refresh, or that another process refreshes. */
  succeed(isOwn: boolean): void {
    this.hasFailed = isOwn ? false : undefined;
    this.succeededAtMs = performance.now();
  }

  fail(): void {
    this.hasFailed = true;
  }

  /** Returns why the process is not ready; undefined if it is ready. */
  problem(): string | undefined {
    const sinceMs = performance.now() - this.succeededAtMs;
    return sinceMs > 3 * this.everyMs ? `No refresh has succeeded for ${Math.round(sinceMs / 1000)} s.` : undefined;
  }
}
