import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  DaysQuery,
  NotWith,
  OnlyWith,
  LanguageQuery,
  PlatformQuery,
  MonthQuery,
  monthsInUtc,
  UtcQuery,
} from '../../http/query/query-parameters.decorator.js';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { PlatformName } from '../../config/platforms.js';
import { defaultDays } from '../../figures/windows.js';
import { boardDays, LeaderboardMetric, leaderboardMetrics } from '../boards.js';

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

  @CursorQuery('entries', { next: '`nextCursor`' })
  cursor = 0;

  @DaysQuery(boardDays)
  days?: number;

  @MonthQuery(
    'Calendar month (UTC), instead of `days`. A month has the first 10,000 entries by each figure, with the current names.',
  )
  @NotWith('days')
  month?: string;

  @UtcQuery(monthsInUtc)
  tz?: string;

  @LanguageQuery('streamers')
  language?: string;

  @PlatformQuery('streamers')
  platform?: PlatformName;

  @IntegerQuery({
    description:
      'Returns only streamers with at least this many minutes in the window. Requires `sort=averageviewers`.',
    minimum: 1,
    maximum: 129_600,
  })
  @OnlyWith('sort', 'averageviewers')
  min_minutes?: number;

  @IntegerQuery({
    description:
      'Returns only streamers with at least this many streams in the window. Requires `sort=averageviewers`.',
    minimum: 1,
    maximum: 10_000,
  })
  @OnlyWith('sort', 'averageviewers')
  min_streams?: number;

  static toCanonical({ sort, days = defaultDays, month }: LeaderboardQuery): object {
    return { sort, days: month === undefined ? days : undefined };
  }
}

export class LanguagesQuery {
  @PlatformQuery('streamers and live streams')
  platform?: PlatformName;
}

export class RankQuery {
  @DaysQuery(boardDays)
  days?: number;

  @MonthQuery('Calendar month (UTC), instead of `days`.')
  @NotWith('days')
  month?: string;

  @UtcQuery(monthsInUtc)
  tz?: string;
}
