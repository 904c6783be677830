import { ApiPropertyOptional } from '@nestjs/swagger';
import { CursorQuery } from '../../http/cursor-query.decorator.js';
import { IntegerQuery } from '../../http/integer-query.decorator.js';
import { oneOf } from '../../http/one-of.js';
import { Parameter } from '../../http/parameter.decorator.js';
import { LeaderboardMetric, leaderboardMetrics } from '../leaderboard-metric.js';

export class LeaderboardQuery {
  @ApiPropertyOptional({
    description: 'The figure to sort by, highest first.',
    enum: leaderboardMetrics,
    default: 'watchtime',
  })
  @Parameter({ read: oneOf(leaderboardMetrics), expected: `one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  @IntegerQuery({ description: 'How many entries at the most.', default: 50, minimum: 1, maximum: 200 })
  limit = 50;

  @CursorQuery('How many entries come before the page: 0, or the nextCursor of the page before.')
  cursor = 0;
}
