import { defaultDays } from '../figures/windows.js';
import { Prisma } from '../generated/prisma/client.js';

/** Window lengths with a board, in days of 24 hours. */
export const boardDays = [7, 30, 90] as const;
export type BoardDays = (typeof boardDays)[number];

export const otherWindowDays = boardDays.filter((days) => days !== defaultDays);

/** Sort keys of the leaderboard in requests. */
export const leaderboardMetrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

export type LeaderboardMetric = (typeof leaderboardMetrics)[number];

/** SQL for the position of a board entry `e` by each metric. */
export const positions: Record<LeaderboardMetric, Prisma.Sql> = {
  watchtime: Prisma.sql`e.watchtime_position`,
  averageviewers: Prisma.sql`e.average_viewers_position`,
  followers: Prisma.sql`e.followers_position`,
  followergain: Prisma.sql`e.follower_gain_position`,
  peakviewers: Prisma.sql`e.peak_viewers_position`,
};

/** SQL for the position by each metric in the window before. Null without streams then, and on boards of the previous release. */
export const previousPositions: Record<LeaderboardMetric, Prisma.Sql> = {
  watchtime: Prisma.sql`e.previous_watchtime_position`,
  averageviewers: Prisma.sql`e.previous_average_viewers_position`,
  followers: Prisma.sql`e.previous_followers_position`,
  followergain: Prisma.sql`e.previous_follower_gain_position`,
  peakviewers: Prisma.sql`e.previous_peak_viewers_position`,
};

/** Number of entries by each figure whose last streams a refresh stores, and of streams per entry. */
export const rankedStreams = 1_000;
export const recentStreams = 12;

/** PostgreSQL channel that a leaderboard refresh notifies. */
export const boardChannel = 'leaderboard_refreshed';

/** Cache group of the responses that use the board. */
export const boardGroup = 'board';
