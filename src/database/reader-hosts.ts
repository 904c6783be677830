import { isOfHost, isUnreachable } from './connection-lost.js';
import { ReaderHost } from './reader-host.js';

/** The servers that are read. Reads spread over those that suit best, and ask another one where one fails them. */
export class ReaderHosts {
  /** Called when a read finds that a server cannot be reached, before whoever looks after the servers would. */
  onUnreachable: (host: ReaderHost, error: Error) => void = () => {};
  private next = 0;

  constructor(readonly all: readonly ReaderHost[]) {}

  get areSeveral(): boolean {
    return this.all.length > 1;
  }

  /** Whether a reader who leaves a server has another one to turn to. */
  hasOtherThan(host: ReaderHost): boolean {
    return this.all.some((other) => other !== host && other.isUp === true && other.rank !== undefined);
  }

  /** Whether reads go to a server, since none suits them better. */
  isBest({ rank }: ReaderHost): boolean {
    return rank !== undefined && this.all.every((other) => other.rank === undefined || other.rank >= rank);
  }

  /** Runs a read on one server after the other, until one answers or all have failed it. */
  async ask<Result>(read: (host: ReaderHost) => Promise<Result>): Promise<Result> {
    const [only] = this.all;
    if (only && !this.areSeveral) return read(only);
    const tried = new Set<ReaderHost>();
    let failure = new Error('No server of the list is one that target_session_attrs asks for.');
    for (let host = this.choose(tried); host !== undefined; host = this.choose(tried)) {
      try {
        return await read(host);
      } catch (error) {
        if (!isOfHost(error)) throw error;
        failure = error as Error;
        if (isUnreachable(error)) this.onUnreachable(host, failure);
        tried.add(host);
      }
    }
    throw failure;
  }

  /** Of those that suit best, the one with the fewest reads; of several, each in its turn. */
  private choose(tried: ReadonlySet<ReaderHost>): ReaderHost | undefined {
    let best: ReaderHost | undefined;
    this.next = (this.next + 1) % this.all.length;
    for (let i = 0; i < this.all.length; i++) {
      const host = this.all[(this.next + i) % this.all.length] as ReaderHost;
      if (host.rank !== undefined && !tried.has(host) && (best === undefined || suitsBetter(host, best))) best = host;
    }
    return best;
  }
}

function suitsBetter(host: ReaderHost, best: ReaderHost): boolean {
  const [rank, bestRank] = [host.rank ?? Infinity, best.rank ?? Infinity];
  return rank === bestRank ? host.reading < best.reading : rank < bestRank;
}
