import { ConcurrencyLimit } from './concurrency-limit.js';

/** Runs one action of each client at once. Other actions of the client wait for their turn. */
export class Turns {
  private readonly limits = new Map<string, ConcurrencyLimit>();

  waitingOf(client: string): number {
    return this.limits.get(client)?.waiting ?? 0;
  }

  async run<Result>(client: string, action: () => Promise<Result>): Promise<Result> {
    const limit = this.limits.get(client) ?? new ConcurrencyLimit(1);
    this.limits.set(client, limit);
    try {
      return await limit.run(action);
    } finally {
      if (limit.isIdle) this.limits.delete(client);
    }
  }
}
