import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { EntryColumns, LeaderboardEntry, toEntries } from './dto/leaderboard-page.response.js';
import { LeaderboardMetric, leaderboardMetrics } from './leaderboard-metric.js';

/** The stored positions by each metric. */
const positions: Record<LeaderboardMetric, Prisma.Sql> = {
  watchtime: Prisma.sql`e.watchtime_position`,
  averageviewers: Prisma.sql`e.average_viewers_position`,
  followers: Prisma.sql`e.followers_position`,
  followergain: Prisma.sql`e.follower_gain_position`,
  peakviewers: Prisma.sql`e.peak_viewers_position`,
};

const order = 'ORDER BY e.position';

/**
 * SQL for the columns of entries `e` by their position: an array each, since of many small rows most of the time goes into
 * what is around their values. Display names have spaces, which make JSON the quicker array.
 */
const entryColumns = Prisma.raw(`
  COALESCE(array_agg(e.streamer_id::text ${order}), '{}') AS id,
  COALESCE(array_agg(e.name ${order}), '{}') AS name,
  COALESCE(json_agg(e.display_name ${order}), '[]') AS display_name,
  COALESCE(array_agg(e.followers ${order}), '{}') AS followers,
  COALESCE(array_agg(e.watchtime ${order}), '{}') AS watchtime,
  COALESCE(array_agg(e.average_viewers ${order}), '{}') AS averageviewers,
  COALESCE(array_agg(e.peak_viewers ${order}), '{}') AS peakviewers,
  COALESCE(array_agg(e.follower_gain ${order}), '{}') AS followergain`);

interface RangeKey {
  from: number;
  limit: number;
}

/** The board is hot, so it is read by SQL, several pages with one statement. */
@Injectable()
export class LeaderboardRepository {
  private readonly findEntries = Object.fromEntries(
    leaderboardMetrics.map((metric) => [
      metric,
      inBatches((asked: readonly RangeKey[]) => this.listEntries(positions[metric], asked)),
    ]),
  ) as Record<LeaderboardMetric, (key: RangeKey) => Promise<LeaderboardEntry[]>>;

  constructor(private readonly prisma: PrismaService) {}

  /**
   * The entries of the newest board at the positions `[from, from + limit)` by a metric; none past its end.
   */
  rankEntries(metric: LeaderboardMetric, from: number, limit: number): Promise<LeaderboardEntry[]> {
    return this.findEntries[metric]({ from, limit });
  }

  private async listEntries(position: Prisma.Sql, asked: readonly RangeKey[]): Promise<LeaderboardEntry[][]> {
    const rows = await this.prisma.rows<EntryColumns>(Prisma.sql`
      SELECT c.*
      FROM unnest(${asked.map(({ from }) => from)}::bigint[], ${asked.map(({ limit }) => limit)}::int[])
        WITH ORDINALITY k(since, count, place)
      CROSS JOIN LATERAL (
        SELECT ${entryColumns}
        FROM (
          SELECT e.*, ${position} AS position
          FROM leaderboard_entries e
          WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b)
            AND ${position} >= k.since AND ${position} < k.since + k.count
          ORDER BY ${position}
          LIMIT k.count
        ) e
      ) c
      ORDER BY k.place`);
    return rows.map(toEntries);
  }
}
