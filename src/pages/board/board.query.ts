import { IsIn } from 'class-validator';
import { CursorQuery } from '../../http/integer-query.decorator.js';
import { DaysQuery } from '../../http/days-query.decorator.js';
import { BoardDays, boardDays, LeaderboardMetric, leaderboardMetrics } from '../../leaderboard/boards.js';

export class BoardQuery {
  @IsIn(leaderboardMetrics, { message: `sort must be one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  @CursorQuery('Number of entries before the page.')
  cursor = 0;

  @DaysQuery(boardDays)
  days: BoardDays = 30;
}
