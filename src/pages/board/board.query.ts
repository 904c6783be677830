import { IsIn, Matches } from 'class-validator';
import { DaysQuery } from '../../http/query/days-query.decorator.js';
import { BoardDays, boardDays, LeaderboardMetric, leaderboardMetrics } from '../../leaderboard/boards.js';
import { SizedQuery } from '../parts/lists/list.query.js';

export class BoardQuery extends SizedQuery {
  @IsIn(leaderboardMetrics, { message: `sort must be one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  @DaysQuery(boardDays)
  days: BoardDays = 30;

  /** Empty for all games. */
  @Matches(/^[^\0]{0,200}$/su, { message: 'game must be a string of at most 200 characters' })
  game = '';
}
