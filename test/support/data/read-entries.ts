import { BoardKey, LeaderboardMetric } from '../../../src/leaderboard/boards.js';
import { LeaderboardEntry } from '../../../src/leaderboard/dto/leaderboard-page.response.js';
import { LeaderboardRepository } from '../../../src/leaderboard/leaderboard.repository.js';

/** Returns the entries of a page without a filter. */
export async function readEntries(
  repository: LeaderboardRepository,
  sort: LeaderboardMetric,
  from: number,
  limit: number,
  board: BoardKey = 30,
): Promise<LeaderboardEntry[]> {
  return (await repository.rankEntries({ board, sort, from, limit })).entries;
}
