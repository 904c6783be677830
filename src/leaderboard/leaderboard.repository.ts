import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { EntryColumns, LeaderboardEntry, toEntries } from './dto/leaderboard-page.response.js';
import { boardDays, BoardDays, LeaderboardMetric, leaderboardMetrics, positions } from './boards.js';

const order = 'ORDER BY e.position';

/**
 * SQL for the columns of entries `e` by position, one array per column, because many small rows are slow to read.
 * Display names contain spaces, so a JSON array is faster to parse.
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

/** Returns SQL for the entries `e` of the newest board of a window. */
function entriesOf(days: BoardDays): Prisma.Sql {
  if (days === 30)
    return Prisma.sql`leaderboard_entries e WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b)`;
  return Prisma.sql`window_entries e WHERE e.board_id = (SELECT max(b.id) FROM window_boards b) AND e.days = ${Prisma.raw(String(days))}`;
}

interface RangeKey {
  from: number;
  limit: number;
}

/** Uses SQL, because the board is read often. One statement reads several pages. */
@Injectable()
export class LeaderboardRepository {
  private readonly findEntries = Object.fromEntries(
    boardDays.flatMap((days) =>
      leaderboardMetrics.map((metric) => [
        `${days} ${metric}`,
        inBatches((asked: readonly RangeKey[]) => this.listEntries(entriesOf(days), positions[metric], asked)),
      ]),
    ),
  ) as Record<`${BoardDays} ${LeaderboardMetric}`, (key: RangeKey) => Promise<LeaderboardEntry[]>>;

  constructor(private readonly prisma: PrismaService) {}

  /** Returns the entries of the newest board at the positions `[from, from + limit)` by a metric; [] past the end. */
  rankEntries(
    metric: LeaderboardMetric,
    from: number,
    limit: number,
    days: BoardDays = 30,
  ): Promise<LeaderboardEntry[]> {
    return this.findEntries[`${days} ${metric}`]({ from, limit });
  }

  private async listEntries(
    entries: Prisma.Sql,
    position: Prisma.Sql,
    asked: readonly RangeKey[],
  ): Promise<LeaderboardEntry[][]> {
    const rows = await this.prisma.boardRows<EntryColumns>(Prisma.sql`
      SELECT c.*
      FROM unnest(${asked.map(({ from }) => from)}::bigint[], ${asked.map(({ limit }) => limit)}::int[])
        WITH ORDINALITY k(since, count, place)
      CROSS JOIN LATERAL (
        SELECT ${entryColumns}
        FROM (
          SELECT e.*, ${position} AS position
          FROM ${entries}
            AND ${position} >= k.since AND ${position} < k.since + k.count
          ORDER BY ${position}
          LIMIT k.count
        ) e
      ) c
      ORDER BY k.place`);
    return rows.map(toEntries);
  }
}
