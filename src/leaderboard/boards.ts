import { finalAfterMs } from '../figures/windows.js';
import { Prisma } from '../generated/prisma/client.js';

/** Window lengths with a board, in days of 24 hours. */
export const boardDays = [7, 30, 90] as const;

/** A board: a number of days that end with the last refresh, or a calendar month (UTC) such as `2026-10`. */
export type BoardKey = number | string;

export const unknownBoardMessage = 'This month has no board. GET /v1/leaderboard/months lists the months.';

/** Shown wherever a month is final. docs/metrics.md lists the changes. */
export const changesOfFinalMonth =
  'Figures of a final month still change if data is imported, corrected or removed, or while one of its streams is live.';

/** Number of entries by each figure, and of games, on the board of a month. */
export const keptEntries = 10_000;

/** Returns SQL for whether COLLECT_KEEP removed streams of a month. The next refresh deletes its board. */
export function isPruned(month: string): string {
  return `EXISTS (SELECT FROM pruned_months p WHERE p.month = ${month})`;
}

/** Returns SQL for the ID of the board of a window; null without one. */
export function selectBoardId(board: BoardKey): Prisma.Sql {
  // The days are part of the text, which a plan then knows.
  const isBoard =
    typeof board === 'number'
      ? Prisma.raw(`b.days = ${board}`)
      : Prisma.sql`b.month = ${board}::text AND NOT ${Prisma.raw(isPruned('b.month'))}`;
  return Prisma.sql`(SELECT b.id FROM boards b WHERE ${isBoard})`;
}

/**
 * Returns SQL for whether a month lacks data, or can become final. The parameters are SQL for the month, its row of boards, and the
 * current moment.
 */
export function isMonthDue(month: string, board: string, now: string): string {
  return `(
    EXISTS (SELECT FROM due_months d WHERE d.month = ${month})
    OR (NOT ${board}.is_final AND ${board}.window_end <= ${now} AND (
      ${board}.refreshed_at < ${board}.window_end OR ${board}.window_end + interval '${finalAfterMs} ms' <= ${now}
    ))
  )`;
}

/** Sort keys of the leaderboard in requests. */
export const leaderboardMetrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

export type LeaderboardMetric = (typeof leaderboardMetrics)[number];

/** The column of board entries for each metric. */
export const metricColumns: Record<LeaderboardMetric, string> = {
  watchtime: 'watchtime',
  averageviewers: 'average_viewers',
  followers: 'followers',
  followergain: 'follower_gain',
  peakviewers: 'peak_viewers',
};

/** Returns SQL for the position of a board entry by each metric. */
export function positionsOf(alias: string, prefix = ''): Record<LeaderboardMetric, Prisma.Sql> {
  const all = leaderboardMetrics.map((metric) => [
    metric,
    Prisma.raw(`${alias}.${prefix}${metricColumns[metric]}_position`),
  ]);
  return Object.fromEntries(all) as Record<LeaderboardMetric, Prisma.Sql>;
}

/** SQL for the position of a board entry `e` by each metric. */
export const positions = positionsOf('e');

/** SQL for the position in the window before. Null without streams then, and for months. */
export const previousPositions = positionsOf('e', 'previous_');

/** Number of entries by each figure whose last streams a refresh stores, and of streams per entry. */
export const rankedStreams = 1_000;
export const recentStreams = 12;

/** PostgreSQL channel that a leaderboard refresh notifies. */
export const boardChannel = 'leaderboard_refreshed';

/** Cache group of the responses that use the board. */
export const boardGroup = 'board';
