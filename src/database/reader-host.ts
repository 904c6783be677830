import pg from 'pg';
import { SessionAttrs } from '../config/database-hosts.js';
import { ReadElsewhere } from './connection-lost.js';
import { HostTurns } from './host-turns.js';
import { ServerState, StandbyLag } from './standby-lag.js';

/** What suits a reader, from the best on; undefined where the server is not wanted at all. */
export type Rank = 0 | 1 | 2 | 3 | undefined;

/** One of the servers that are read: its connections, and what is known of it. */
export class ReaderHost {
  /** Undefined until it was asked. */
  isUp: boolean | undefined;
  isStandby: boolean | undefined;
  lagMs = 0;
  /** The reads that are under way or wait. */
  reading = 0;
  private readonly lag = new StandbyLag();
  private readonly taken = new Set<pg.PoolClient>();
  private timesLeft = 0;

  constructor(
    readonly name: string,
    readonly pool: pg.Pool,
    readonly turns: HostTurns,
    private readonly wanted: SessionAttrs = 'any',
    private readonly maxLagMs = Infinity,
  ) {
    pool.on('acquire', (client) => void this.taken.add(client));
    pool.on('release', (_error, client) => void this.taken.delete(client));
  }

  get isLagging(): boolean {
    return this.lagMs > this.maxLagMs;
  }

  /**
   * 0: it is as wanted. 1: a primary where a standby is preferred. 2: a standby that is too far behind. 3: it did not answer last time,
   * or was not asked yet.
   */
  get rank(): Rank {
    const needsStandby = this.wanted === 'standby' || this.wanted === 'read-only';
    const needsPrimary = this.wanted === 'primary' || this.wanted === 'read-write';
    if ((this.isStandby === false && needsStandby) || (this.isStandby === true && needsPrimary)) return undefined;
    if (this.isUp !== true) return 3;
    if (this.isLagging) return 2;
    return this.wanted === 'prefer-standby' && !this.isStandby ? 1 : 0;
  }

  /** Runs a read in its turn. It fails with {@link ReadElsewhere} if the server has failed before its turn came. */
  async run<Result>(kind: string, read: () => Promise<Result>): Promise<Result> {
    const { timesLeft } = this;
    const begin = () =>
      this.timesLeft === timesLeft ? read() : Promise.reject(new ReadElsewhere(`${this.name} does not answer.`));
    this.reading += 1;
    try {
      return await this.turns.run(kind, begin);
    } finally {
      this.reading -= 1;
    }
  }

  noteState(state: ServerState, nowMs: number): void {
    this.isUp = true;
    this.isStandby = state.is_standby;
    this.lagMs = this.lag.measure(state, nowMs);
  }

  noteFailure(): void {
    this.isUp = false;
    this.timesLeft += 1;
  }

  /** Ends the connections that reads have, so that these ask another server at once and do not wait for this one. */
  endReads(): void {
    for (const client of this.taken) void client.end();
  }
}
