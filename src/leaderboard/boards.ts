import { Prisma } from '../generated/prisma/client.js';

/** The lengths of the windows that have a board, in days of 24 hours. That of thirty is the leaderboard's own. */
export const boardDays = [7, 30, 90] as const;
export type BoardDays = (typeof boardDays)[number];

export const otherWindowDays = boardDays.filter((days) => days !== 30);

/** What the leaderboard can be sorted by, as callers write it. */
export const leaderboardMetrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

export type LeaderboardMetric = (typeof leaderboardMetrics)[number];

/** SQL for the position of a board's entry `e` by each metric. */
export const positions: Record<LeaderboardMetric, Prisma.Sql> = {
  watchtime: Prisma.sql`e.watchtime_position`,
  averageviewers: Prisma.sql`e.average_viewers_position`,
  followers: Prisma.sql`e.followers_position`,
  followergain: Prisma.sql`e.follower_gain_position`,
  peakviewers: Prisma.sql`e.peak_viewers_position`,
};

/** The channel of PostgreSQL that a refresh of the leaderboard notifies. */
export const boardChannel = 'leaderboard_refreshed';

/** The group of the answers that are read from the board. */
export const boardGroup = 'board';
