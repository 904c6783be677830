import { Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { readerConnection } from '../database/reader-pool.js';
import { AppLogger } from '../logging/app-logger.js';
import { ResponseCache } from './response-cache.js';

/** What a refresh of the leaderboard sends, and the group of the answers that it outdates. */
export const boardChannel = 'leaderboard_refreshed';
export const boardGroup = 'board';

const retryMs = 5_000;

/**
 * Outdates the leaderboard's answers in the cache when the board was refreshed. It listens on a connection of its own, and
 * does so also each time it connects again, since it may have missed something. Where listening is not possible, as
 * behind a pooler, they live as long as any other answer.
 */
@Injectable()
export class BoardListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly config: Config,
    private readonly cache: ResponseCache,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.cache.isOff) void this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => {});
  }

  private async listen(): Promise<void> {
    const client = new pg.Client(readerConnection(this.config));
    this.client = client;
    client.on('notification', () => this.cache.outdate(boardGroup));
    client.on('error', () => {});
    client.on('end', () => this.listenAgain());
    try {
      await client.connect();
      await client.query(`LISTEN ${boardChannel}`);
      this.cache.outdate(boardGroup);
    } catch (error) {
      this.logger.pino.debug({ err: error }, 'Not listening for refreshes of the leaderboard');
      await client.end().catch(() => {});
    }
  }

  private listenAgain(): void {
    if (this.isStopped) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.listen(), retryMs).unref();
  }
}
