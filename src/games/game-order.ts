import { Prisma } from '../generated/prisma/client.js';

/** Number of streamers per game that a refresh ranks. */
export const rankedGameStreamers = 1_000;

/** Number of games with the most watchtime that a search compares. */
export const searchedGames = 1_000;

/** Figures by which pages sort the streamers of a game, highest first. */
export const gameFigures = ['watchtime', 'total_minutes', 'avg_viewers', 'peak_viewers', 'stream_count'] as const;
export type GameFigure = (typeof gameFigures)[number];

/** Figures by which pages sort games. */
export const gamesFigures = [...gameFigures, 'streamer_count'] as const;
export type GamesFigure = (typeof gamesFigures)[number];

/** SQL for the order of `game_entries e` or `game_streamers e` by each figure. Stored positions have the order by watchtime. */
export const gameOrders: Record<GamesFigure, Prisma.Sql> = {
  watchtime: Prisma.sql`e.position`,
  total_minutes: Prisma.sql`e.total_minutes DESC, e.position`,
  avg_viewers: Prisma.sql`e.avg_viewers DESC, e.position`,
  peak_viewers: Prisma.sql`e.peak_viewers DESC, e.position`,
  stream_count: Prisma.sql`e.stream_count DESC, e.position`,
  streamer_count: Prisma.sql`e.streamer_count DESC, e.position`,
};
