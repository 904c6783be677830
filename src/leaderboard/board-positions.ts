import { Prisma } from '../generated/prisma/client.js';
import { LeaderboardMetric } from './leaderboard-metric.js';

/** SQL for the position of a board's entry `e` by each metric. */
export const positions: Record<LeaderboardMetric, Prisma.Sql> = {
  watchtime: Prisma.sql`e.watchtime_position`,
  averageviewers: Prisma.sql`e.average_viewers_position`,
  followers: Prisma.sql`e.followers_position`,
  followergain: Prisma.sql`e.follower_gain_position`,
  peakviewers: Prisma.sql`e.peak_viewers_position`,
};
