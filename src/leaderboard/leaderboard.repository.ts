import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { LeaderboardEntry } from './dto/leaderboard-page.response.js';
import { LeaderboardMetric, leaderboardMetrics } from './leaderboard-metric.js';

/** The stored positions by each metric. */
const positions: Record<LeaderboardMetric, Prisma.Sql> = {
  watchtime: Prisma.sql`e.watchtime_position`,
  averageviewers: Prisma.sql`e.average_viewers_position`,
  followers: Prisma.sql`e.followers_position`,
  followergain: Prisma.sql`e.follower_gain_position`,
  peakviewers: Prisma.sql`e.peak_viewers_position`,
};

interface PageKey {
  from: number;
  count: number;
}

/** A page by its columns: of many small rows most of the time goes into what is around their values. */
interface PageColumns {
  ids: string[];
  names: string[];
  display_names: string[];
  followers: number[];
  watchtime: number[];
  average_viewers: number[];
  peak_viewers: number[];
  follower_gain: number[];
}

@Injectable()
export class LeaderboardRepository {
  private readonly findEntries = Object.fromEntries(
    leaderboardMetrics.map((metric) => [
      metric,
      inBatches((asked: readonly PageKey[]) => this.listEntries(positions[metric], asked)),
    ]),
  ) as Record<LeaderboardMetric, (key: PageKey) => Promise<LeaderboardEntry[]>>;

  constructor(private readonly prisma: PrismaService) {}

  /** The entries of the newest board at the positions `[from, from + count)` by a metric; [] past its end. */
  rankEntries(metric: LeaderboardMetric, from: number, count: number): Promise<LeaderboardEntry[]> {
    return this.findEntries[metric]({ from, count });
  }

  private async listEntries(position: Prisma.Sql, asked: readonly PageKey[]): Promise<LeaderboardEntry[][]> {
    const pages = await this.prisma.rows<PageColumns>(Prisma.sql`
      SELECT p.*
      FROM unnest(${asked.map(({ from }) => from)}::bigint[], ${asked.map(({ count }) => count)}::int[])
        WITH ORDINALITY k(since, count, place)
      CROSS JOIN LATERAL (
        SELECT COALESCE(array_agg(q.streamer_id::text ORDER BY q.position), '{}') AS ids,
          COALESCE(array_agg(q.name ORDER BY q.position), '{}') AS names,
          COALESCE(json_agg(q.display_name ORDER BY q.position), '[]') AS display_names,
          COALESCE(array_agg(q.followers ORDER BY q.position), '{}') AS followers,
          COALESCE(array_agg(q.watchtime ORDER BY q.position), '{}') AS watchtime,
          COALESCE(array_agg(q.average_viewers ORDER BY q.position), '{}') AS average_viewers,
          COALESCE(array_agg(q.peak_viewers ORDER BY q.position), '{}') AS peak_viewers,
          COALESCE(array_agg(q.follower_gain ORDER BY q.position), '{}') AS follower_gain
        FROM (
          SELECT e.*, ${position} AS position
          FROM leaderboard_entries e
          WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b)
            AND ${position} >= k.since AND ${position} < k.since + k.count
          ORDER BY ${position}
          LIMIT k.count
        ) q
      ) p
      ORDER BY k.place`);
    return pages.map(toEntries);
  }
}

function toEntries(page: PageColumns): LeaderboardEntry[] {
  return page.ids.map((id, i) => ({
    id,
    name: page.names[i] as string,
    display_name: page.display_names[i] as string,
    followers: page.followers[i] as number,
    watchtime: page.watchtime[i] as number,
    averageviewers: page.average_viewers[i] as number,
    peakviewers: page.peak_viewers[i] as number,
    followergain: page.follower_gain[i] as number,
  }));
}
