import { ConcurrencyLimit } from './concurrency-limit.js';
import { readAgainIfLost } from './connection-lost.js';
import { Deadlines } from './deadlines.js';

/** The share of the connections that reads of one kind may use. */
const shareOfOneKind = 0.75;

/**
 * Runs reads: each within one deadline for all that it waits for, and again if its connection was lost. At most as many run at once as there
 * are connections. A locked table may hold up all reads of one kind, so reads of one kind never use all connections.
 */
export class Reads {
  private readonly deadlines: Deadlines;
  private readonly connections: ConcurrencyLimit;
  private readonly kinds = new Map<string, ConcurrencyLimit>();

  constructor(
    private readonly poolSize: number,
    deadlineMs: number,
  ) {
    this.deadlines = new Deadlines(deadlineMs);
    this.connections = new ConcurrencyLimit(poolSize);
  }

  /** How many reads wait for a connection. */
  get waiting(): number {
    return this.connections.waiting;
  }

  /** Runs a read when it may have a connection. A read that has failed at its deadline does not begin. */
  run<Result>(kind: string, read: () => Promise<Result>): Promise<Result> {
    const limit = this.limitOf(kind);
    return this.deadlines.run((endsAtMs) => {
      const begin = () => (performance.now() < endsAtMs ? read() : Promise.reject(this.deadlines.exceeded()));
      return readAgainIfLost(() => limit.run(() => this.connections.run(begin)));
    });
  }

  private limitOf(kind: string): ConcurrencyLimit {
    let limit = this.kinds.get(kind);
    if (limit === undefined) {
      limit = new ConcurrencyLimit(Math.max(1, Math.floor(this.poolSize * shareOfOneKind)));
      this.kinds.set(kind, limit);
    }
    return limit;
  }
}
