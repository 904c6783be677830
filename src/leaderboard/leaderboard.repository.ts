import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { JsonText } from '../database/json-text.js';
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

const noJson =
  'An entry has no JSON: its watchtime is not below 2^53, or the board was refreshed by a version that stored none.';

interface RangeKey {
  from: number;
  limit: number;
}

/** Entries at successive positions, and whether the board goes on after them. */
export interface RankedEntries {
  entries: JsonText<LeaderboardEntry[]>;
  count: number;
  hasMore: boolean;
}

interface RangeRow {
  entries: string | null;
  /** With the one after them. */
  found: number;
  /** Of these, those that JSON can carry. */
  carried: number;
}

@Injectable()
export class LeaderboardRepository {
  private readonly findEntries = Object.fromEntries(
    leaderboardMetrics.map((metric) => [
      metric,
      inBatches((asked: readonly RangeKey[]) => this.listEntries(positions[metric], asked)),
    ]),
  ) as Record<LeaderboardMetric, (key: RangeKey) => Promise<RankedEntries>>;

  constructor(private readonly prisma: PrismaService) {}

  /** The entries of the newest board at the positions `[from, from + limit)` by a metric; none past its end. */
  rankEntries(metric: LeaderboardMetric, from: number, limit: number): Promise<RankedEntries> {
    return this.findEntries[metric]({ from, limit });
  }

  private async listEntries(position: Prisma.Sql, asked: readonly RangeKey[]): Promise<RankedEntries[]> {
    const rows = await this.prisma.rows<RangeRow>(Prisma.sql`
      SELECT p.*
      FROM unnest(${asked.map(({ from }) => from)}::bigint[], ${asked.map(({ limit }) => limit)}::int[])
        WITH ORDINALITY k(since, count, place)
      CROSS JOIN LATERAL (
        SELECT count(*) AS found, count(q.entry_json) AS carried,
          string_agg(q.entry_json, ',' ORDER BY q.position) FILTER (WHERE q.position < k.since + k.count) AS entries
        FROM (
          SELECT e.entry_json, ${position} AS position
          FROM leaderboard_entries e
          WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b)
            AND ${position} >= k.since AND ${position} <= k.since + k.count
          ORDER BY ${position}
          LIMIT k.count + 1
        ) q
      ) p
      ORDER BY k.place`);
    return rows.map(({ entries, found, carried }, i) => {
      if (carried < found) throw new RangeError(noJson);
      const { limit } = asked[i] as RangeKey;
      return { entries: JsonText.list(entries), count: Math.min(found, limit), hasMore: found > limit };
    });
  }
}
