import { IsIn } from 'class-validator';
import { defaultDays } from '../../figures/windows.js';
import { DaysQuery } from '../../http/query/days-query.decorator.js';
import { BoardDays, boardDays, LeaderboardMetric, leaderboardMetrics } from '../../leaderboard/boards.js';
import { SizedQuery } from '../parts/lists/list.query.js';

export class BoardQuery extends SizedQuery {
  @IsIn(leaderboardMetrics, { message: `sort must be one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  @DaysQuery(boardDays)
  days: BoardDays = defaultDays;
}
