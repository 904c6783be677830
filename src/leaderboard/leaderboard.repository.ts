import { Injectable } from '@nestjs/common';
import { monthBefore } from '../figures/calendar.js';
import { selectKnownSince } from '../figures/known-time.js';
import { defaultDays } from '../figures/windows.js';
import { streamerById } from '../database/identifiers.js';
import { PlatformName } from '../config/platforms.js';
import { selectExternalId } from '../database/platforms/platform-ids.js';
import { andOfPlatform, platformColumns, isInLanguage } from '../database/list-filters.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { BoardEntry } from './board-entry.js';
import { BoardSummary } from './board-summary.js';
import {
  BoardKey,
  isMonthDue,
  isPruned,
  keptEntries,
  LeaderboardMetric,
  leaderboardMetrics,
  metricColumns,
  positions,
  positionsOf,
  previousPositions,
  selectBoardId,
} from './boards.js';
import { EntryColumns, LeaderboardEntry, toEntries } from './dto/leaderboard-page.response.js';
import { LeaderboardMonth } from './dto/leaderboard-month.response.js';

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
  COALESCE(array_agg(e.previous_position + 1 ${order}), '{}') AS previous_rank,
  COALESCE(array_agg(e.total_minutes ${order}), '{}') AS total_minutes,
  COALESCE(array_agg(e.stream_count ${order}), '{}') AS stream_count,
  COALESCE(array_agg(e.language ${order}), '{}') AS language,
  COALESCE(array_agg(${selectExternalId('streamers', 'e.streamer_id')} ${order}), '{}') AS external_id`);

/** A figure is 0 if it is unknown. It is known to be 0 if all figures of viewers are 0. */
const hasNoViewers = Prisma.sql`(e.watchtime = 0 AND e.average_viewers = 0 AND e.peak_viewers = 0)`;

/** Which entries of a board a page has, in the order of a figure. */
export interface EntryPage {
  board: BoardKey;
  sort: LeaderboardMetric;
  /** Positions on the board, or with a filter in the filtered list. */
  from: number;
  limit: number;
  filter?: EntryFilter | undefined;
}

/** All given conditions apply. */
export interface EntryFilter {
  platform?: PlatformName | undefined;
  language?: string | undefined;
  minMinutes?: number | undefined;
  minStreams?: number | undefined;
}

/** A streamer on a board. The arrays have the order of {@link leaderboardMetrics}, with null for figures that are not on the board. */
export interface RankRow {
  /** Null without a board, like the next columns. */
  from: string | null;
  to: string;
  refreshed_at: string;
  known_since: string | null;
  previous_known_since: string | null;
  entries: number;
  values: (number | null)[];
  positions: (number | null)[];
  previous_positions: (number | null)[];
}

const summaryColumns = Prisma.sql`
  b.window_start AS from, b.window_end AS to, b.refreshed_at, b.is_final, b.entry_count AS entries, b.game_count AS games`;

/** Uses SQL, because the board is read often. */
@Injectable()
export class LeaderboardRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns the entries of a page by position; [] past the end or without a board. For a month, also the number of its
   * positions, null without a board.
   */
  async rankEntries(page: EntryPage): Promise<{ entries: LeaderboardEntry[]; positions: number | null }> {
    const total =
      typeof page.board === 'number'
        ? Prisma.empty
        : Prisma.sql`, (SELECT least(b.entry_count, ${Prisma.raw(String(keptEntries))}) FROM boards b WHERE b.id = ${selectBoardId(page.board)}) AS positions`;
    const row = await this.prisma.batchedBoardRow<EntryColumns & { positions?: number | null }>(Prisma.sql`
      SELECT ${entryColumns}${total}
      FROM (${selectPage(page)}) e`);
    return { entries: toEntries(row), positions: row.positions ?? null };
  }

  /** Returns {@link rankEntries} with the details that pages show. */
  rankDetails(page: EntryPage): Promise<BoardEntry[]> {
    return this.prisma.boardRows<BoardEntry>(Prisma.sql`
      SELECT e.streamer_id::text AS id, e.name, e.display_name, e.language, ${platformColumns('streamers', 'e.streamer_id')}, e.previous_position + 1 AS previous_rank,
        e.is_compared,
        CASE WHEN e.viewers_known IS NOT FALSE AND (e.watchtime > 0 OR ${hasNoViewers} OR e.total_minutes = 0) THEN e.watchtime END AS watchtime,
        CASE WHEN e.viewers_known IS NOT FALSE AND (e.average_viewers > 0 OR ${hasNoViewers} OR e.watchtime BETWEEN 1 AND e.total_minutes / 2) THEN e.average_viewers END AS averageviewers,
        CASE WHEN e.viewers_known IS NOT FALSE AND (e.peak_viewers > 0 OR ${hasNoViewers}) THEN e.peak_viewers END AS peakviewers,
        CASE WHEN e.followers_known IS NOT FALSE THEN e.followers END AS followers,
        CASE WHEN e.gain_known IS NOT FALSE THEN e.follower_gain END AS followergain,
        COALESCE(e.recent_viewers, '{}') AS recent_viewers
      FROM (${selectPage(page)}) e
      ORDER BY e.position`);
  }

  /** Returns a board without its entries; null without one. A platform has its own time from which it is known. */
  async findBoard(board: BoardKey, platform?: PlatformName): Promise<BoardSummary | null> {
    const [row] = await this.prisma.boardRows<BoardSummary>(Prisma.sql`
      SELECT ${summaryColumns}, b.language_counts AS languages, ${Prisma.raw(selectKnownSince(platform))} AS known_since,
        ${selectPreviousKnownSince(board, platform)} AS previous_known_since
      FROM boards b
      WHERE b.id = ${selectBoardId(board)}`);
    return row ?? null;
  }

  /** Returns the months with a board, newest first. */
  listMonths(now: Date): Promise<LeaderboardMonth[]> {
    return this.prisma.boardRows<LeaderboardMonth>(Prisma.sql`
      SELECT b.month, ${summaryColumns}, ${Prisma.raw(isMonthDue('b.month', 'b', 'n.now'))} AS is_due,
        ${Prisma.raw(selectKnownSince())} AS known_since, b.tracked_since, b.last_seen_at, b.sample_count, b.largest_gap_seconds
      FROM boards b
      CROSS JOIN (SELECT ${now}::timestamptz AS now) n
      WHERE b.month IS NOT NULL AND NOT ${Prisma.raw(isPruned('b.month'))}
      ORDER BY b.month DESC
      LIMIT 200`);
  }

  /** Returns the places of a streamer on the board of a window; null for an unknown streamer. */
  findRanks(name: string, board: BoardKey): Promise<RankRow | null> {
    const columns = (choose: (metric: LeaderboardMetric) => Prisma.Sql) =>
      Prisma.sql`ARRAY[${Prisma.join(leaderboardMetrics.map(choose))}]`;
    const isMonth = typeof board !== 'number';
    const previous = isMonth
      ? Prisma.sql`board_entries p ON p.board_id = ${selectBoardId(monthBefore(board))} AND p.streamer_id = u.id`
      : Prisma.sql`previous_positions p ON p.board_id = b.id AND p.streamer_id = u.id`;
    return this.prisma.batchedBoardRow<RankRow | null>(Prisma.sql`
      SELECT u.id::text AS id, b.window_start AS from, b.window_end AS to, b.refreshed_at, b.entry_count AS entries,
        ${Prisma.raw(selectKnownSince())} AS known_since, ${selectPreviousKnownSince(board)} AS previous_known_since,
        ${columns((metric) => Prisma.raw(`e.${metricColumns[metric]}`))} AS values, ${columns((metric) => positions[metric])} AS positions,
        ${columns((metric) => Prisma.sql`COALESCE(${previousPositions[metric]}, ${positionsOf('p')[metric]})`)} AS previous_positions
      FROM ${streamerById(name)} u
      LEFT JOIN boards b ON b.id = ${selectBoardId(board)}
      LEFT JOIN board_entries e ON e.board_id = b.id AND e.streamer_id = u.id
      LEFT JOIN ${previous}`);
  }

  /** Returns the number of streamers of a platform by language, on the board of thirty days. */
  countLanguages(platform: PlatformName): Promise<{ language: string; streamers: number }[]> {
    return this.prisma.boardRows(Prisma.sql`
      SELECT e.language, count(*) AS streamers
      FROM board_entries e
      WHERE e.board_id = ${selectBoardId(defaultDays)} AND e.language IS NOT NULL${andOfPlatform('e.streamer_id', platform)}
      GROUP BY e.language
      ORDER BY e.language
      LIMIT 10000`);
  }

  /** Returns the ID of the board of a window; null without one. */
  async findBoardId(board: BoardKey): Promise<string | null> {
    const [row] = await this.prisma.boardRows<{ id: string | null }>(
      Prisma.sql`SELECT ${selectBoardId(board)}::text AS id`,
    );
    return row?.id ?? null;
  }
}

/**
 * Returns SQL for the entries of a page. A filter reads the index of the positions, which contains its columns, and then only the
 * entries of the page. The board of a month has holes after the positions that it keeps, and names from now.
 */
function selectPage({ board, sort, from, limit, filter }: EntryPage): Prisma.Sql {
  const position = positions[sort];
  const isMonth = typeof board !== 'number';
  const ofBoard = Prisma.sql`e.board_id = ${selectBoardId(board)}`;
  const isKept = isMonth ? Prisma.sql`AND ${position} < ${Prisma.raw(String(keptEntries))}` : Prisma.empty;
  const ofPage = filter
    ? Prisma.sql`${position} = ANY (ARRAY(
        SELECT ${position} FROM board_entries e WHERE ${ofBoard} ${conditions(filter)} ORDER BY ${position}
        LIMIT ${limit}::int OFFSET ${from}::bigint
      ))`
    : Prisma.sql`${position} >= ${from}::bigint AND ${position} < ${from}::bigint + ${limit}::int ${isKept}`;
  const names = isMonth
    ? Prisma.sql`CROSS JOIN LATERAL (
        SELECT COALESCE(u.login, e.streamer_id::text) AS name, COALESCE(u.display_name, e.streamer_id::text) AS display_name
        FROM (SELECT) one LEFT JOIN streamers u ON u.id = e.streamer_id
      ) n`
    : Prisma.sql`CROSS JOIN LATERAL (SELECT e.name, e.display_name) n`;
  return Prisma.sql`
    SELECT e.streamer_id, n.name, n.display_name, e.language, e.total_minutes, e.stream_count, e.followers, e.watchtime,
      e.average_viewers, e.peak_viewers, e.follower_gain, e.viewers_known, e.followers_known, e.gain_known, e.recent_viewers,
      ${position} AS position, ${filter ? Prisma.sql`NULL::int` : selectPrevious(board, sort)} AS previous_position,
      ${filter ? Prisma.sql`FALSE` : selectCompared(board)} AS is_compared
    FROM board_entries e
    ${names}
    WHERE ${ofBoard} AND ${ofPage}
    ORDER BY ${position}
    LIMIT ${limit}::int`;
}

/** Returns SQL for the time from which the board is known with which a board `b` is compared: of days, the same time. */
function selectPreviousKnownSince(board: BoardKey, platform?: PlatformName): Prisma.Sql {
  if (typeof board === 'number') return Prisma.raw(selectKnownSince(platform));
  return Prisma.sql`(SELECT ${Prisma.raw(selectKnownSince(platform, 'p'))} FROM boards p WHERE p.id = ${selectBoardId(monthBefore(board))})`;
}

/** A board of the previous release may have no previous positions, and a month no board before it. */
function selectCompared(board: BoardKey): Prisma.Sql {
  if (typeof board === 'number') return Prisma.sql`e.viewers_known IS NOT NULL`;
  return Prisma.sql`${selectBoardId(monthBefore(board))} IS NOT NULL`;
}

/** The board of a month is compared with the present board of the month before. */
function selectPrevious(board: BoardKey, sort: LeaderboardMetric): Prisma.Sql {
  if (typeof board === 'number') return previousPositions[sort];
  return Prisma.sql`(
    SELECT ${positionsOf('p')[sort]} FROM board_entries p
    WHERE p.board_id = ${selectBoardId(monthBefore(board))} AND p.streamer_id = e.streamer_id
      AND ${positionsOf('p')[sort]} < ${Prisma.raw(String(keptEntries))}
  )`;
}

function conditions({ platform, language, minMinutes, minStreams }: EntryFilter): Prisma.Sql {
  const all = [
    andOfPlatform('e.streamer_id', platform),
    language === undefined ? Prisma.empty : Prisma.sql`AND ${isInLanguage(Prisma.sql`e.language`, language)}`,
    minMinutes === undefined ? Prisma.empty : Prisma.sql`AND e.total_minutes >= ${minMinutes}::int`,
    minStreams === undefined ? Prisma.empty : Prisma.sql`AND e.stream_count >= ${minStreams}::int`,
  ];
  return Prisma.join(all, ' ');
}
