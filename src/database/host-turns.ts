import { Turns } from './turns.js';

/** The share of the connections that one kind of read may have. */
const ofConnections = 0.75;

/**
 * Takes turns for the connections to one server: no more reads at once than there are connections, and of one kind of read, which a
 * locked table may hold up, so few that others have connections left.
 */
export class HostTurns {
  private readonly connections: Turns;
  private readonly kinds = new Map<string, Turns>();

  constructor(private readonly poolSize: number) {
    this.connections = new Turns(poolSize);
  }

  /** How many reads wait for a connection. */
  get waiting(): number {
    return this.connections.waiting;
  }

  /** Runs a read in its turn. It keeps its turn until it ends, since it has its connection until then. */
  run<Result>(kind: string, read: () => Promise<Result>): Promise<Result> {
    return this.turnsOf(kind).run(() => this.connections.run(read));
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
