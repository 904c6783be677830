import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { LeaderboardEntry } from './dto/leaderboard-page.response.js';
import { LeaderboardMetric } from './leaderboard-metric.js';

/** The stored positions by each metric. */
const positions: Record<LeaderboardMetric, Prisma.Sql> = {
  watchtime: Prisma.sql`e.watchtime_position`,
  averageviewers: Prisma.sql`e.average_viewers_position`,
  followers: Prisma.sql`e.followers_position`,
  followergain: Prisma.sql`e.follower_gain_position`,
  peakviewers: Prisma.sql`e.peak_viewers_position`,
};

@Injectable()
export class LeaderboardRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The entries of the newest board at the positions `[from, from + count)` by a metric; [] past its end. */
  rankEntries(metric: LeaderboardMetric, from: number, count: number): Promise<LeaderboardEntry[]> {
    const position = positions[metric];
    return this.prisma.rows<LeaderboardEntry>(Prisma.sql`
      SELECT e.streamer_id::text AS id, e.name, e.display_name, e.followers, e.watchtime,
        e.average_viewers AS averageviewers, e.peak_viewers AS peakviewers, e.follower_gain AS followergain
      FROM leaderboard_entries e
      WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b)
        AND ${position} >= ${from}::bigint AND ${position} < ${from}::bigint + ${count}::int
      ORDER BY ${position}
      LIMIT ${count}::int`);
  }
}
