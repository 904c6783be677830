import { Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { DatabaseClient } from '../database/database-client.js';
import { configsOfNotices, connectMs, prepareSession, readerConnection } from '../database/reader-pool.js';
import { AppLogger } from '../logging/app-logger.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { BoardArrival } from './board-arrival.js';
import { boardChannel } from './board-channel.js';

const shortestRetryMs = 5_000;
const longestRetryMs = 300_000;
/** Everybody who reaches the database may notify, so however many notices come, the board is outdated once in this time. */
const outdateEveryMs = 1_000;

/**
 * Outdates the cached answers of the leaderboard when the board is refreshed: where several servers are read, as soon as one of them
 * has it. It listens on a connection of its own to the primary, with the rights of a reader. Each time it connects it outdates them too, since
 * it may have missed a refresh. Where listening is not possible, as on a standby alone or behind a pooler, these answers live as long as any
 * other.
 */
@Injectable()
export class BoardListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private retryMs = shortestRetryMs;
  private pause: NodeJS.Timeout | undefined;
  private isOutdated = false;
  private isStopped = false;

  constructor(
    private readonly config: Config,
    private readonly cache: ResponseCache,
    private readonly arrival: BoardArrival,
    private readonly logger: AppLogger,
  ) {}

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
    const configs = configsOfNotices(this.config);
    for (const config of configs) {
      if (this.isStopped || (await this.listenTo(config, configs.length === 1))) return;
    }
    this.listenAgain();
  }

  /** Listens to one server. Answers false where that is not possible. */
  private async listenTo(config: Config, isOnly: boolean): Promise<boolean> {
    const client = new DatabaseClient({ ...readerConnection(config), query_timeout: connectMs });
    this.client = client;
    client.on('notification', () => this.outdate());
    client.on('error', () => {});
    try {
      await client.connect();
      await prepareSession(client, config);
      await startListening(client);
      client.on('end', () => this.listenAgain());
      this.retryMs = shortestRetryMs;
      this.arrival.await(client);
      return true;
    } catch (error) {
      if (error instanceof OnStandby && isOnly) this.retryMs = longestRetryMs;
      this.logger.pino.debug({ err: error }, 'Cannot listen for refreshes of the leaderboard');
      await client.end().catch(() => {});
      return false;
    }
  }

  private listenAgain(): void {
    if (this.isStopped) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.listen(), this.retryMs).unref();
    this.retryMs = Math.min(2 * this.retryMs, longestRetryMs);
  }

  /** At once, or when the pause after the last time has ended. */
  private outdate(): void {
    this.isOutdated = true;
    if (this.pause !== undefined) return;
    this.isOutdated = false;
    if (this.client) this.arrival.await(this.client);
    this.pause = setTimeout(() => {
      this.pause = undefined;
      if (this.isOutdated) this.outdate();
    }, outdateEveryMs).unref();
  }
}

class OnStandby extends Error {}

/** Fails on a standby without asking it for LISTEN, which it would refuse (25006) and write into its log each time. */
async function startListening(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby');
  if (rows[0]?.is_standby) throw new OnStandby('A standby sends no notices.');
  await client.query(`LISTEN ${boardChannel}`);
}
