import { Injectable } from '@nestjs/common';
import { Columns, aggregateColumns, toRows } from '../../database/columns.js';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { Coverage, StreamerCoverage } from '../../http/query/coverage.response.js';
import { coverageFigures } from '../../figures/coverage.js';
import { StreamChange } from './stream-detail.response.js';
import { TimeRange } from '../../figures/time.js';
import { isIn } from '../../figures/windows.js';

const coverageSql = Prisma.raw(coverageFigures);

const changeColumns = aggregateColumns(
  'c',
  { arrays: ['created_at'], json: ['title', 'game_name', 'tags', 'language'] },
  'c.created_at',
);

// Each stream can have 1,000 changes. The rows of more streams would block the process for too long.
const maxStreams = 8;

export interface StreamChangeTimes {
  id: string;
  /** The latest of start, newest change of the description, and end. */
  changed_at: string;
  /** Last observation or sample. */
  last_seen_at: string | null;
}

/** Uses SQL, because coverage is an aggregate and tags may be unknown. */
@Injectable()
export class StreamDetailsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the coverage of a stream. An unknown stream has an empty coverage. */
  findCoverage(id: bigint): Promise<Coverage> {
    return this.prisma.batchedRow(Prisma.sql`
      SELECT ${coverageSql}
      FROM current_streams s
      WHERE s.id = ${id}::bigint`);
  }

  /**
   * Returns the coverage of the streams that started in a window, and the start of the current watch. An unknown
   * streamer has an empty coverage.
   */
  findStreamerCoverage(streamerId: bigint, window: TimeRange): Promise<StreamerCoverage> {
    return this.prisma.batchedRow(Prisma.sql`
      SELECT ${coverageSql}, (
        SELECT min(w.watched_since) FROM watched_channels w
        WHERE w.streamer_id = ${streamerId}::bigint AND w.watched_until IS NULL
      ) AS watched_since
      FROM current_streams s
      WHERE s.streamer_id = ${streamerId}::bigint AND ${isIn('s.started_at', window)}`);
  }

  /** Returns the description of a stream as of a moment; null before the first one. */
  async findDescription(id: bigint, at: Date): Promise<StreamChange | null> {
    const [row] = await this.prisma.rows<StreamChange>(Prisma.sql`
      SELECT c.created_at, c.title, c.game_name, c.tags, c.language
      FROM stream_changes c
      WHERE c.stream_id = ${id}::bigint AND c.created_at <= ${at}::timestamptz
      ORDER BY c.created_at DESC
      LIMIT 1`);
    return row ?? null;
  }

  /** Returns when the newest streams of a streamer were changed and observed, newest first; [] for an unknown streamer. */
  listChangeTimes(streamerId: bigint, limit: number): Promise<StreamChangeTimes[]> {
    return this.prisma.rows(Prisma.sql`
      SELECT s.id::text AS id, greatest(s.observed_at, s.last_sampled_at) AS last_seen_at,
        greatest(s.started_at, s.ended_at, (SELECT max(c.created_at) FROM stream_changes c WHERE c.stream_id = s.id)) AS changed_at
      FROM current_streams s
      WHERE s.streamer_id = ${streamerId}
      ORDER BY s.started_at DESC, s.id
      LIMIT ${limit}`);
  }

  /** Returns the changes of a stream, at most `limit`, oldest first. */
  async listChanges(id: bigint, limit: number): Promise<StreamChange[]> {
    const changes = Prisma.sql`
      SELECT ${changeColumns}
      FROM (
        SELECT h.created_at, h.title, h.game_name, h.tags, h.language
        FROM stream_changes h
        WHERE h.stream_id = ${id}::bigint
        ORDER BY h.created_at
        LIMIT ${limit}::int
      ) c`;
    return toRows(await this.prisma.batchedRow<Columns<StreamChange>>(changes, maxStreams));
  }
}
