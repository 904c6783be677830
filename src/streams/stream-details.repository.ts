import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { Coverage } from '../http/coverage.response.js';
import { coverageFigures, isStale } from './coverage.js';
import { StreamChange } from './dto/stream-change.response.js';
import { Window } from './thirty-day-window.js';

const coverageSql = Prisma.raw(coverageFigures);

/** What is known beside the figures of streams. Coverage is an aggregate, and tags may be unknown, so it is SQL. */
@Injectable()
export class StreamDetailsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** How well a stream is known, and whether it is stale as of `now`; of an unknown one nothing is. */
  async findCoverage(id: bigint, now: Date): Promise<Coverage & { is_stale: boolean }> {
    const [row] = await this.prisma.rows<Coverage & { is_stale: boolean }>(Prisma.sql`
      SELECT ${coverageSql}, COALESCE(bool_or(${Prisma.raw(isStale('n.now'))}), FALSE) AS is_stale
      FROM (SELECT ${now}::timestamptz AS now) n
      JOIN streams s ON s.id = ${id}`);
    return row!;
  }

  /** How well a streamer's streams are known that started in a window; nothing is of an unknown one. */
  async findStreamerCoverage(streamerId: bigint, { from, to }: Window): Promise<Coverage> {
    const [row] = await this.prisma.rows<Coverage>(Prisma.sql`
      SELECT ${coverageSql}
      FROM streams s
      WHERE s.streamer_id = ${streamerId} AND s.started_at >= ${from} AND s.started_at < ${to}`);
    return row!;
  }

  /** What a stream was called and about, at most `limit` changes, oldest first. */
  listChanges(id: bigint, limit: number): Promise<StreamChange[]> {
    return this.prisma.rows<StreamChange>(Prisma.sql`
      SELECT c.created_at, c.title, c.game_name, c.tags
      FROM stream_changes c
      WHERE c.stream_id = ${id}
      ORDER BY c.created_at
      LIMIT ${limit}`);
  }
}
