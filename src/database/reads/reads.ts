import { ConcurrencyLimit } from './concurrency-limit.js';
import { isOutOfConnections, readAgainIfLost } from './connection-lost.js';
import { Deadlines } from './deadlines.js';

/** After this time without more connections, the service tries to open them again. */
const fewMs = 10_000;

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
  /** The number of connections that the server allows, as far as known. */
  private allowed: number;
  private growing: NodeJS.Timeout | undefined;

  constructor(
    private readonly poolSize: number,
    deadlineMs: number,
  ) {
    this.deadlines = new Deadlines(deadlineMs);
    this.connections = new ConcurrencyLimit(poolSize);
    this.allowed = poolSize;
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
      const begin = () =>
        performance.now() < endsAtMs ? this.waitForOpenOnes(read) : Promise.reject(this.deadlines.exceeded());
      return readAgainIfLost(() => limit.run(() => this.connections.run(begin)), isOutOfConnections);
    });
  }

  /** Runs a read. If the server opens no connection for it, later reads wait for the connections that are open. */
  private async waitForOpenOnes<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (isOutOfConnections(error)) {
        this.allow(Math.max(1, this.allowed - 1));
        this.growing ??= setTimeout(() => this.grow(), fewMs).unref();
      }
      throw error;
    }
  }

  private grow(): void {
    this.growing = undefined;
    this.allow(this.poolSize);
  }

  private allow(connections: number): void {
    this.allowed = connections;
    this.connections.setMax(connections);
  }
}
