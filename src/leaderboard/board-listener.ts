import { Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { DatabaseClient } from '../database/database-client.js';
import { PrismaService } from '../database/prisma.service.js';
import { connectMs, prepareSession, primaryConfig, readerConnection } from '../database/reader-pool.js';
import { AppLogger } from '../logging/app-logger.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { boardChannel, boardGroup } from './boards.js';

const shortestRetryMs = 5_000;
const longestRetryMs = 300_000;
/** Everybody who reaches the database may notify, so however many notices come, the board is outdated once in this time. */
const outdateEveryMs = 1_000;
const newestBoard = 'SELECT COALESCE(max(b.id), 0)::float8 AS id FROM leaderboard_boards b';

/**
 * Outdates the cached answers of the leaderboard when the board is refreshed. It listens on a connection of its own to the primary, with the
 * rights of a reader. Each time it connects it outdates them too, since it may have missed a refresh. Where listening is not possible, as on
 * a standby alone or behind a pooler, these answers live as long as any other.
 */
@Injectable()
export class BoardListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly config: Config;
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private retryMs = shortestRetryMs;
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
    // A read may see a newer board before its notice comes.
    if (prisma.newestBoard) prisma.newestBoard.onNewer = () => cache.outdate(boardGroup);
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
    client.on('notification', () => this.outdate(client));
    client.on('error', () => {});
    try {
      await client.connect();
      await prepareSession(client, this.config);
      await startListening(client);
      await this.outdateOlder(client);
      client.on('end', () => this.listenAgain());
      this.retryMs = shortestRetryMs;
    } catch (error) {
      if (error instanceof OnStandby) this.retryMs = longestRetryMs;
      this.logger.pino.debug({ err: error }, 'Cannot listen for refreshes of the leaderboard');
      await client.end().catch(() => {});
      this.listenAgain();
    }
  }

  private listenAgain(): void {
    if (this.isStopped) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.listen(), this.retryMs).unref();
    this.retryMs = Math.min(2 * this.retryMs, longestRetryMs);
  }

  /** At once, or when the pause after the last time has ended. */
  private outdate(client: pg.Client): void {
    this.isOutdated = true;
    if (this.pause !== undefined) return;
    this.isOutdated = false;
    // If the connection was lost, the next one begins with the same.
    this.outdateOlder(client).catch(() => {});
    this.pause = setTimeout(() => {
      this.pause = undefined;
      if (this.isOutdated) this.outdate(client);
    }, outdateEveryMs).unref();
  }

  /**
   * A notice comes before standbys have the board. So the newest board is looked up here, and from then on no answer is of an older one: the
   * first read of it outdates the cache.
   */
  private async outdateOlder(client: pg.Client): Promise<void> {
    if (this.prisma.newestBoard === undefined) return this.cache.outdate(boardGroup);
    const { rows } = await client.query<{ id: number }>(newestBoard);
    this.prisma.newestBoard.note(rows[0]?.id ?? 0);
  }
}

class OnStandby extends Error {}

/** Fails on a standby without asking it for LISTEN, which it would refuse (25006) and write into its log each time. */
async function startListening(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby');
  if (rows[0]?.is_standby) throw new OnStandby('A standby sends no notices.');
  await client.query(`LISTEN ${boardChannel}`);
}
