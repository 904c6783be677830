import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { boardGroup } from './board-group.js';

const lookEveryMs = 100;
const newestBoard = 'SELECT COALESCE(max(b.id), 0)::float8 AS id FROM leaderboard_boards b';

/**
 * Outdates the cached answers of the leaderboard once a new board can be read. A notice of the primary is ahead of its standbys: an answer
 * that one of them gives meanwhile is of the board before, and must not be cached as the new one.
 */
@Injectable()
export class BoardArrival implements OnApplicationShutdown {
  private isStopped = false;
  private awaited = 0;

  constructor(
    private readonly config: Config,
    private readonly prisma: PrismaService,
    private readonly cache: ResponseCache,
  ) {
    // Whoever reads a newer board first tells of it, also where no notice comes.
    prisma.newestBoard.onNewer = () => cache.outdate(boardGroup);
  }

  /** `primary` is the connection that the notice has come over, or that has just begun to listen. */
  await(primary: pg.Client): void {
    if (!this.prisma.hasSeveralHosts) return this.cache.outdate(boardGroup);
    void this.outdateOnceRead(primary).catch(() => {
      // The connection was lost: the next one begins with this.
    });
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
  }

  /** Asks what the newest board is and does not believe the notice, which every user may send. */
  private async outdateOnceRead(primary: pg.Client): Promise<void> {
    const id = (await primary.query<{ id: number }>(newestBoard)).rows[0]?.id ?? 0;
    if (id === this.awaited) return;
    this.awaited = id;
    const untilMs = performance.now() + 2 * this.config.replicaMaxLagMs;
    while (this.isAwaiting(id) && performance.now() < untilMs) {
      if (await this.isRead(id)) return;
      await sleep(lookEveryMs, undefined, { ref: false });
    }
  }

  private isAwaiting(id: number): boolean {
    return !this.isStopped && this.awaited === id;
  }

  /** Whether a server has the board: then it is read from now on, and what is cached of the one before is outdated. */
  private async isRead(id: number): Promise<boolean> {
    const [row] = await this.prisma.boardRows<{ id: number }>(Prisma.sql([newestBoard])).catch(() => []);
    return row !== undefined && row.id >= id;
  }
}
