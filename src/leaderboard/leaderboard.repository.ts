import { Injectable } from '@nestjs/common';
import { defaultDays } from '../figures/windows.js';
import { selectStreamerId } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { BoardEntry } from './board-entry.js';
import { EntryColumns, LeaderboardEntry, toEntries } from './dto/leaderboard-page.response.js';
import { BoardDays, LeaderboardMetric, positions, previousPositions } from './boards.js';

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
  COALESCE(array_agg(e.follower_gain ${order}), '{}') AS followergain,
  COALESCE(array_agg(e.previous_position + 1 ${order}), '{}') AS previous_rank`);

/** Returns SQL for the entries `e` of the newest board of a window. */
function entriesOf(days: BoardDays): Prisma.Sql {
  if (days === defaultDays)
    return Prisma.sql`leaderboard_entries e WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b)`;
  return Prisma.sql`window_entries e WHERE e.board_id = (SELECT max(b.id) FROM window_boards b) AND e.days = ${Prisma.raw(String(days))}`;
}

/** The place of a streamer on a board, by watchtime. */
export interface Rank {
  /** 1 is the highest watchtime. */
  rank: number;
  /** Number of streamers on the board. */
  entries: number;
  watchtime: number;
  /** The rank in the window before; null if the streamer had no streams then. */
  previous_rank: number | null;
}

/** Uses SQL, because the board is read often. */
@Injectable()
export class LeaderboardRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the entries of the newest board at the positions `[from, from + limit)` by a metric; [] past the end. */
  async rankEntries(
    metric: LeaderboardMetric,
    from: number,
    limit: number,
    days: BoardDays = defaultDays,
  ): Promise<LeaderboardEntry[]> {
    const position = positions[metric];
    const columns = await this.prisma.batchedBoardRow<EntryColumns>(Prisma.sql`
      SELECT ${entryColumns}
      FROM (
        SELECT e.*, ${position} AS position, ${previousPositions[metric]} AS previous_position
        FROM ${entriesOf(days)}
          AND ${position} >= ${from}::bigint AND ${position} < ${from}::bigint + ${limit}::int
        ORDER BY ${position}
        LIMIT ${limit}::int
      ) e`);
    return toEntries(columns);
  }

  /** Returns the rank of a streamer on the newest board of a window; null for a streamer who is not on the board. */
  async findRank(name: string, days: BoardDays): Promise<Rank | null> {
    const entries = entriesOf(days);
    const [found] = await this.prisma.boardRows<Rank>(Prisma.sql`
      SELECT e.watchtime_position + 1 AS rank, e.previous_watchtime_position + 1 AS previous_rank, e.watchtime, (
        SELECT e.watchtime_position + 1 FROM ${entries} ORDER BY e.watchtime_position DESC LIMIT 1
      ) AS entries
      FROM ${entries} AND e.streamer_id = ${selectStreamerId(name)}
      LIMIT 1`);
    return found ?? null;
  }

  /** Returns {@link rankEntries} with the details that pages show. */
  rankDetails(metric: LeaderboardMetric, from: number, limit: number, days: BoardDays): Promise<BoardEntry[]> {
    const position = positions[metric];
    return this.prisma.boardRows<BoardEntry>(Prisma.sql`
      SELECT e.streamer_id::text AS id, e.name, e.display_name, ${previousPositions[metric]} + 1 AS previous_rank,
        e.viewers_known IS NOT NULL AS is_compared,
        CASE WHEN e.viewers_known IS NOT FALSE THEN e.watchtime END AS watchtime,
        CASE WHEN e.viewers_known IS NOT FALSE THEN e.average_viewers END AS averageviewers,
        CASE WHEN e.viewers_known IS NOT FALSE THEN e.peak_viewers END AS peakviewers,
        CASE WHEN e.followers_known IS NOT FALSE THEN e.followers END AS followers,
        CASE WHEN e.gain_known IS NOT FALSE THEN e.follower_gain END AS followergain,
        COALESCE(e.recent_viewers, '{}') AS recent_viewers
      FROM ${entriesOf(days)} AND ${position} >= ${from}::bigint AND ${position} < ${from}::bigint + ${limit}::int
      ORDER BY ${position}
      LIMIT ${limit}`);
  }

  /** Returns the ID of the newest board; 0 before the first refresh. */
  async findBoardId(): Promise<string> {
    const [row] = await this.prisma.boardRows<{ id: string }>(
      Prisma.sql`SELECT COALESCE(max(b.id), 0)::text AS id FROM leaderboard_boards b`,
    );
    return row?.id ?? '0';
  }

  /** Returns the number of entries of the newest board, from the index of positions. */
  async countEntries(days: BoardDays): Promise<number> {
    const [row] = await this.prisma.boardRows<{ total: number }>(
      Prisma.sql`SELECT COALESCE(max(e.watchtime_position) + 1, 0) AS total FROM ${entriesOf(days)}`,
    );
    return row?.total ?? 0;
  }
}
