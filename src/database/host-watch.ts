import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppLogger } from '../logging/app-logger.js';
import { connectMs } from './reader-pool.js';
import { ReaderHost } from './reader-host.js';
import { ReaderHosts } from './reader-hosts.js';
import { ServerState, serverStateSql } from './standby-lag.js';

/** A server that fails is left after {@link connectMs} and this pause, together less than two seconds. */
const lookEveryMs = 500;

/**
 * Asks each of several servers, again and again, whether it answers and how far it is behind, on a connection of its own. The one that
 * fails or lags is left, and read again once it is well.
 */
export class HostWatch {
  private readonly stopped = new AbortController();
  private readonly loops: Promise<void>[];

  constructor(
    private readonly hosts: ReaderHosts,
    private readonly connections: readonly pg.Pool[],
    private readonly logger: AppLogger,
  ) {
    hosts.onUnreachable = (host, error) => this.leave(host, error);
    this.loops = hosts.all.map((host, i) => this.watch(host, connections[i] as pg.Pool));
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.connections.map((pool) => pool.end()));
    await Promise.all(this.loops);
  }

  private async watch(host: ReaderHost, pool: pg.Pool): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.look(host, pool);
      await sleep(lookEveryMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  private async look(host: ReaderHost, pool: pg.Pool): Promise<void> {
    try {
      const { rows } = await soon(pool.query<ServerState>(serverStateSql));
      this.note(host, rows[0] as ServerState);
    } catch (error) {
      if (!this.stopped.signal.aborted) this.leave(host, error as Error);
    }
  }

  private note(host: ReaderHost, state: ServerState): void {
    const { isUp, isLagging, name } = host;
    host.noteState(state, performance.now());
    const { pino } = this.logger;
    if (isUp === false) pino.info({ host: name }, 'A database server answers again');
    if (isLagging === host.isLagging) return;
    if (isLagging) pino.info({ host: name }, 'A database server is no longer behind');
    else
      pino.warn(
        { host: name, seconds: Math.round(host.lagMs / 1000) },
        'A database server is too far behind: reading others',
      );
  }

  private leave(host: ReaderHost, { message }: Error): void {
    if (host.isUp !== false) {
      this.logger.pino.warn({ host: host.name, reason: message }, 'A database server does not answer: reading others');
    }
    host.noteFailure();
    if (this.hosts.hasOtherThan(host)) host.endReads();
  }
}

/** Fails what takes too long. After a long task Node runs timers before it reads sockets: what has arrived by then is in time. */
async function soon<Result>(answer: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const tooLate = sleep(connectMs, undefined, { ref: false, signal: done.signal })
    .then(() => new Promise((resolve) => setImmediate(resolve)))
    .then(() => Promise.reject(new Error(`No answer for ${connectMs} ms`)));
  tooLate.catch(() => {});
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    done.abort();
    answer.catch(() => {});
  }
}
