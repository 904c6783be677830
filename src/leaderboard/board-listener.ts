import { Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { DatabaseClient } from '../database/database-client.js';
import { PrismaService } from '../database/prisma.service.js';
import { connectMs, prepareSession, primaryConfig, readerConnection } from '../database/reads/reader-pool.js';
import { AppLogger } from '../logging/app-logger.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { boardChannel, boardGroup } from './boards.js';

const minRetryMs = 5_000;
const maxRetryMs = 300_000;
/** Minimum pause between two invalidations, because every database user can send notifications. */
const minInvalidationIntervalMs = 1_000;
const newestBoard = 'SELECT COALESCE(max(b.id), 0)::float8 AS id FROM boards b';

/**
 * Invalidates the cached leaderboard responses after each refresh. Listens on a separate connection to the primary with
 * the rights of a reader. Each new connection also invalidates the responses, because the listener may have missed a
 * refresh. Where LISTEN is impossible, as on a standby or behind a pooler, these responses expire like all others.
 */
@Injectable()
export class BoardListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly config: Config;
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private retryMs = minRetryMs;
  private pause: NodeJS.Timeout | undefined;
  private isOutdated = false;
  private isStopped = false;

  constructor(
    config: Config,
    private readonly cache: ResponseCache,
    private readonly prisma: PrismaService,
    private readonly logger: AppLogger,
  ) {
    this.config = primaryConfig(config);
    // A query may return a newer board before its notification arrives.
    if (prisma.newestBoard) prisma.newestBoard.onNewer = () => cache.invalidate(boardGroup);
  }

  onApplicationBootstrap(): void {
    if (!this.cache.isOff) void this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    clearTimeout(this.pause);
    await this.client?.end().catch(() => {});
  }

  private async listen(): Promise<void> {
    if (this.isStopped) return;
    const client = new DatabaseClient({ ...readerConnection(this.config), query_timeout: connectMs });
    this.client = client;
    client.on('notification', () => this.invalidate(client));
    try {
      await client.connect();
      await prepareSession(client, this.config);
      await startListening(client);
      await this.invalidateOlderBoards(client);
      client.on('end', () => this.listenAgain());
      this.retryMs = minRetryMs;
    } catch (error) {
      if (error instanceof StandbyError) this.retryMs = maxRetryMs;
      this.logger.pino.debug({ err: error }, 'Failed to listen for refreshes of the leaderboard');
      await client.end().catch(() => {});
      this.listenAgain();
    }
  }

  private listenAgain(): void {
    if (this.isStopped) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.listen(), this.retryMs).unref();
    this.retryMs = Math.min(2 * this.retryMs, maxRetryMs);
  }

  /** Invalidates immediately, or after the pause that follows the last invalidation. */
  private invalidate(client: pg.Client): void {
    this.isOutdated = true;
    if (this.isStopped || this.pause !== undefined) return;
    this.isOutdated = false;
    // If the connection is lost, the next connection starts with this call.
    this.invalidateOlderBoards(client).catch(() => {});
    this.pause = setTimeout(() => {
      this.pause = undefined;
      if (this.isOutdated) this.invalidate(client);
    }, minInvalidationIntervalMs).unref();
  }

  /**
   * A notification arrives before standbys have the board. The listener therefore reads the newest board ID from the
   * primary. From then on, responses never use an older board: the first query of the new board invalidates the cache.
   */
  private async invalidateOlderBoards(client: pg.Client): Promise<void> {
    if (this.prisma.newestBoard === undefined) return this.cache.invalidate(boardGroup);
    const { rows } = await client.query<{ id: number }>(newestBoard);
    this.prisma.newestBoard.note(rows[0]?.id ?? 0);
  }
}

class StandbyError extends Error {}

/** Throws on a standby before LISTEN. The standby would reject LISTEN (25006) and log each attempt. */
async function startListening(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby');
  if (rows[0]?.is_standby) throw new StandbyError('A standby cannot send notifications.');
  await client.query(`LISTEN ${boardChannel}`);
}
