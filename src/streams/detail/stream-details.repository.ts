import { Injectable } from '@nestjs/common';
import { inBatches } from '../../database/reads/batches.js';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { Coverage, StreamerCoverage } from '../../http/lists/coverage.response.js';
import { coverageFigures } from '../../figures/coverage.js';
import { StreamChange } from './stream-change.response.js';
import { Window } from '../../figures/windows.js';

const coverageSql = Prisma.raw(coverageFigures);

// Each stream can have 1,000 changes. The rows of more streams would block the process for too long.
const mostStreams = 8;

interface WindowKey extends Window {
  streamerId: bigint;
}

interface ChangesKey {
  id: bigint;
  limit: number;
}

/** Uses SQL, because coverage is an aggregate and tags may be unknown. One query serves several requests. */
@Injectable()
export class StreamDetailsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the coverage of a stream. An unknown stream has an empty coverage. */
  readonly findCoverage = inBatches((ids: readonly bigint[]) =>
    this.prisma.rows<Coverage>(Prisma.sql`
      SELECT c.*
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY k(id, place)
      CROSS JOIN LATERAL (SELECT ${coverageSql} FROM current_streams s WHERE s.id = k.id) c
      ORDER BY k.place`),
  );

  /**
   * Returns the coverage of the streams that started in a window, and the start of the current watch. An unknown
   * streamer has an empty coverage.
   */
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

  /** Returns the changes of a stream, at most `limit`, oldest first. */
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
        SELECT h.created_at, h.title, h.game_name, h.tags, h.language
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
