import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { Coverage, StreamerCoverage } from '../http/coverage.response.js';
import { coverageFigures } from './coverage.js';
import { StreamChange } from './dto/stream-change.response.js';
import { Window } from './thirty-day-window.js';

const coverageSql = Prisma.raw(coverageFigures);

// Of 1,000 changes each: more would keep the process from anything else for too long when they arrive.
const mostStreams = 8;

interface WindowKey extends Window {
  streamerId: bigint;
}

interface ChangesKey {
  id: bigint;
  limit: number;
}

/**
 * What is known beside the figures of streams. Coverage is an aggregate, and tags may be unknown, so it is SQL, which answers several
 * requests at once.
 */
@Injectable()
export class StreamDetailsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** How well a stream is known; of an unknown one nothing is. */
  readonly findCoverage = inBatches((ids: readonly bigint[]) =>
    this.prisma.rows<Coverage>(Prisma.sql`
      SELECT c.*
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY k(id, place)
      CROSS JOIN LATERAL (SELECT ${coverageSql} FROM current_streams s WHERE s.id = k.id) c
      ORDER BY k.place`),
  );

  /** How well a streamer's streams are known that started in a window, and since when it is watched; nothing is of an unknown one. */
  findStreamerCoverage(streamerId: bigint, { from, to }: Window): Promise<StreamerCoverage> {
    return this.findOfStreamer({ streamerId, from, to });
  }

  private readonly findOfStreamer = inBatches((asked: readonly WindowKey[]) =>
    this.prisma.rows<StreamerCoverage>(Prisma.sql`
      SELECT c.*, (
        SELECT min(w.watched_since) FROM watched_channels w WHERE w.streamer_id = k.streamer_id AND w.watched_until IS NULL
      ) AS watched_since
      FROM unnest(
        ${asked.map(({ streamerId }) => streamerId)}::bigint[],
        ${asked.map(({ from }) => from)}::timestamptz[],
        ${asked.map(({ to }) => to)}::timestamptz[]
      ) WITH ORDINALITY k(streamer_id, since, until, place)
      CROSS JOIN LATERAL (
        SELECT ${coverageSql}
        FROM current_streams s
        WHERE s.streamer_id = k.streamer_id AND s.started_at >= k.since AND s.started_at < k.until
      ) c
      ORDER BY k.place`),
  );

  /** What a stream was called and about, at most `limit` changes, oldest first. */
  listChanges(id: bigint, limit: number): Promise<StreamChange[]> {
    return this.findChanges({ id, limit });
  }

  private readonly findChanges = inBatches((asked: readonly ChangesKey[]) => this.listChangesOf(asked), mostStreams);

  private async listChangesOf(asked: readonly ChangesKey[]): Promise<StreamChange[][]> {
    const rows = await this.prisma.rows<StreamChange & { place: number }>(Prisma.sql`
      SELECT k.place, c.*
      FROM unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ limit }) => limit)}::int[])
        WITH ORDINALITY k(id, count, place)
      CROSS JOIN LATERAL (
        SELECT h.created_at, h.title, h.game_name, h.tags
        FROM stream_changes h
        WHERE h.stream_id = k.id
        ORDER BY h.created_at
        LIMIT k.count
      ) c
      ORDER BY k.place, c.created_at`);
    const changes: StreamChange[][] = asked.map(() => []);
    for (const { place, ...change } of rows) changes[place - 1]?.push(change);
    return changes;
  }
}
