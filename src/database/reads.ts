import { readAgainIfLost } from './connection-lost.js';
import { Deadlines } from './deadlines.js';
import { ReaderHost } from './reader-host.js';
import { ReaderHosts } from './reader-hosts.js';

/**
 * Runs reads: each within one deadline for all that it waits for, of one of the servers, and of another one, or again, if that one
 * fails it.
 */
export class Reads {
  private readonly deadlines: Deadlines;

  constructor(
    private readonly hosts: ReaderHosts,
    deadlineMs: number,
  ) {
    this.deadlines = new Deadlines(deadlineMs);
  }

  /** How many reads wait for a connection. */
  get waiting(): number {
    return this.hosts.all.reduce((sum, { turns }) => sum + turns.waiting, 0);
  }

  /** Runs a read in its turn. A read that has failed at its deadline is not begun. */
  run<Result>(kind: string, read: (host: ReaderHost) => Promise<Result>): Promise<Result> {
    return this.deadlines.run((endsAtMs) => {
      const begin = (host: ReaderHost) =>
        performance.now() < endsAtMs ? read(host) : Promise.reject(this.deadlines.exceeded());
      return readAgainIfLost(() => this.hosts.ask((host) => host.run(kind, () => begin(host))));
    });
  }
}
