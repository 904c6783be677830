import { readAgainIfLost } from './connection-lost.js';
import { Deadlines } from './deadlines.js';
import { Turns } from './turns.js';

/** The share of the connections that one kind of read may have. */
const ofConnections = 0.75;

/**
 * Runs reads: each within one deadline for all that it waits for, and no more at once than there are connections. One kind of read
 * that is held up, by a locked table, leaves connections to the others.
 */
export class Reads {
  private readonly deadlines: Deadlines;
  private readonly connections: Turns;
  private readonly kinds = new Map<string, Turns>();

  constructor(
    private readonly poolSize: number,
    deadlineMs: number,
  ) {
    this.deadlines = new Deadlines(deadlineMs);
    this.connections = new Turns(poolSize);
  }

  /** How many reads wait for a connection. */
  get waiting(): number {
    return this.connections.waiting;
  }

  /**
   * Runs a read in its turn, and again if its connection is lost. A read that has failed at its deadline is not begun; one that had been
   * begun keeps its turn until it ends, since it has its connection until then.
   */
  run<Result>(kind: string, read: () => Promise<Result>): Promise<Result> {
    return this.deadlines.run((endsAtMs) => {
      const begin = () => (performance.now() < endsAtMs ? read() : Promise.reject(this.deadlines.exceeded()));
      return this.turnsOf(kind).run(() => this.connections.run(() => readAgainIfLost(begin)));
    });
  }

  private turnsOf(kind: string): Turns {
    let turns = this.kinds.get(kind);
    if (turns === undefined) {
      turns = new Turns(Math.max(1, Math.floor(this.poolSize * ofConnections)));
      this.kinds.set(kind, turns);
    }
    return turns;
  }
}
