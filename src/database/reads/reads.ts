import { ConcurrencyLimit } from './concurrency-limit.js';
import { readAgainIfLost } from './connection-lost.js';
import { Deadlines } from './deadlines.js';

/** The maximum share of the connections that reads of one kind may use. */
const shareOfOneKind = 0.75;

/**
 * Runs reads, each with one deadline for its queue time and all attempts. Retries a read if its connection is lost. The
 * number of simultaneous reads is limited to the number of connections. A locked table can block all reads of one kind,
 * so one kind never uses all connections.
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

  /** Number of reads that wait for a connection. */
  get waiting(): number {
    return this.connections.waiting;
  }

  /** Runs a read when a connection is available. A read that has failed at its deadline does not start. */
  run<Result>(kind: string, read: () => Promise<Result>): Promise<Result> {
    const limit = this.kinds.get(kind) ?? new ConcurrencyLimit(Math.max(1, Math.floor(this.poolSize * shareOfOneKind)));
    this.kinds.set(kind, limit);
    return this.deadlines.run((endsAtMs) => {
      const begin = () => (performance.now() < endsAtMs ? read() : Promise.reject(this.deadlines.exceeded()));
      return readAgainIfLost(() => limit.run(() => this.connections.run(begin)));
    });
  }
}
