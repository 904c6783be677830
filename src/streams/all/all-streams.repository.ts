import { Injectable } from '@nestjs/common';
import { andHasTag, matchesStream, StreamFilter } from '../../database/list-filters.js';
import { PrismaService } from '../../database/prisma.service.js';
import { TimeRange } from '../../figures/time.js';
import { isIn } from '../../figures/windows.js';
import { Prisma } from '../../generated/prisma/client.js';
import { StreamSummary } from '../detail/stream-summary.response.js';
import { streamerColumns, summaryColumns, SummaryRow, toSummaries } from '../detail/summary-columns.js';

/** The number of streams that a page compares with its filters. It takes PostgreSQL about 0.3 s. */
export const comparedPerPage = 50_000;

/** Which streams a list has; all given conditions apply. */
export type TaggedFilter = StreamFilter & { tag?: string | undefined };

/** A stream, and how many streams of the range are before its end in the list without filters. */
interface FoundStream {
  stream: StreamSummary;
  position: number;
}

/** Uses SQL, because no index has the filters. */
@Injectable()
export class AllStreamsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns the streams that match a filter among the next {@link comparedPerPage} streams of a range after `offset`, newest
   * first, then by ID. Reads them in this order until it has `limit` streams, so the outer order repeats the inner one.
   */
  async list(range: TimeRange, filter: TaggedFilter, limit: number, offset: number, now: Date): Promise<FoundStream[]> {
    const rows = await this.prisma.rows<SummaryRow & { position: number }>(Prisma.sql`
      SELECT k.position, ${streamerColumns}, c.*
      FROM (
        SELECT r.*
        FROM (
          SELECT s.id, s.streamer_id, s.started_at, s.game_name, s.language, s.tags,
            row_number() OVER (ORDER BY s.started_at DESC, s.id) AS position
          FROM streams s
          WHERE ${isIn('s.started_at', range)}
          ORDER BY s.started_at DESC, s.id
          LIMIT ${comparedPerPage} OFFSET ${offset}
        ) r
        WHERE ${matchesStream('r', 'r.id', filter)}${andHasTag('r.tags', filter.tag)}
        ORDER BY r.started_at DESC, r.id
        LIMIT ${limit}
      ) k
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      JOIN streamers u ON u.id = k.streamer_id
      CROSS JOIN LATERAL (SELECT ${summaryColumns} FROM current_streams s WHERE s.id = k.id) c
      ORDER BY k.position`);
    return rows.flatMap(({ position, ...row }) => toSummaries(row).map((stream) => ({ stream, position })));
  }

  /** Returns the number of streams in a range, at most `limit`. Reads only the index. */
  async countFirst(range: TimeRange, limit: number): Promise<number> {
    const [row] = await this.prisma.rows<{ count: number }>(Prisma.sql`
      SELECT count(*) AS count
      FROM (SELECT FROM streams s WHERE ${isIn('s.started_at', range)} ORDER BY s.started_at DESC LIMIT ${limit}) f`);
    return row?.count ?? 0;
  }
}
