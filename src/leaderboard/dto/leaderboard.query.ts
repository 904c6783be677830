import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { DaysQuery } from '../../http/query/days-query.decorator.js';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { defaultDays } from '../../figures/windows.js';
import { BoardDays, boardDays, LeaderboardMetric, leaderboardMetrics } from '../boards.js';

export class LeaderboardQuery {
  @ApiPropertyOptional({
    description: 'Figure to sort by, highest first.',
    enum: leaderboardMetrics,
    default: 'watchtime',
  })
  @IsIn(leaderboardMetrics, { message: `$property must be one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  @IntegerQuery({ description: 'Maximum number of entries.', default: 50, minimum: 1, maximum: 200 })
  limit = 50;

  @CursorQuery('Number of entries to skip: 0, or `nextCursor` of the previous page.')
  cursor = 0;

  @DaysQuery(boardDays)
  days: BoardDays = defaultDays;
}
