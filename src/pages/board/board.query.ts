import { Transform } from 'class-transformer';
import { IsIn, Matches } from 'class-validator';
import { CursorQuery } from '../../http/query/integer-query.decorator.js';
import { DaysQuery } from '../../http/query/days-query.decorator.js';
import { BoardDays, boardDays, LeaderboardMetric, leaderboardMetrics } from '../../leaderboard/boards.js';

/** The numbers of entries per page. */
export const boardSizes = [25, 50, 100] as const;

export class BoardQuery {
  @IsIn(leaderboardMetrics, { message: `sort must be one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  @CursorQuery('Number of entries before the page.')
  cursor = 0;

  @DaysQuery(boardDays)
  days: BoardDays = 30;

  @Transform(({ value }) => boardSizes.find((size) => String(size) === value))
  @IsIn(boardSizes, { message: `limit must be one of ${boardSizes.join(', ')}` })
  limit: number = boardSizes[0];

  /** Empty for all games. */
  @Matches(/^[^\0]{0,200}$/su, { message: 'game must be a string of at most 200 characters' })
  game = '';
}
