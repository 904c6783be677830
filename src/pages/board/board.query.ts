import { Transform } from 'class-transformer';
import { IsIn, IsOptional, Matches } from 'class-validator';
import {
  DaysQuery,
  PlatformQuery,
  LanguageQuery,
  MonthQuery,
  monthForm,
  monthsInUtc,
  UtcQuery,
} from '../../http/query/query-parameters.decorator.js';
import { PlatformName } from '../../config/platforms.js';
import { boardDays, LeaderboardMetric, leaderboardMetrics } from '../../leaderboard/boards.js';
import { BlankIsMissing, SizedQuery } from '../parts/lists/list.query.js';

/** Minutes that a form offers as a condition for averages. */
export const minMinutesChoices = [60, 300, 600, 1_200, 3_000] as const;

const rangeForm = new RegExp(`^(${boardDays.join('|')})$|${monthForm.source}`);

export class BoardQuery extends SizedQuery {
  @IsIn(leaderboardMetrics, { message: `sort must be one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  /** A month in a form takes precedence. */
  @DaysQuery(boardDays)
  days?: number;

  @BlankIsMissing()
  @MonthQuery('Calendar month (UTC).')
  month?: string;

  @UtcQuery(monthsInUtc)
  tz?: string;

  /** Days or month, as other files have them. */
  @IsOptional()
  @Matches(rangeForm, { message: `$property must be one of ${boardDays.join(', ')}, or a month such as 2026-10` })
  range?: string;

  @BlankIsMissing()
  @LanguageQuery('streamers')
  language?: string;

  @BlankIsMissing()
  @PlatformQuery('streamers')
  platform?: PlatformName;

  /** Only for the order by average viewers. Other orders ignore it. */
  @Transform(({ value }) =>
    value === '' ? undefined : (minMinutesChoices.find((one) => String(one) === value) ?? NaN),
  )
  @IsIn([undefined, ...minMinutesChoices], { message: `min_minutes must be one of ${minMinutesChoices.join(', ')}` })
  min_minutes?: number;

  /** Returns the parameters that select the list, as those of the API. */
  static toList(query: Omit<BoardQuery, 'limit' | 'cursor'>) {
    const { sort, range = '', language, platform, min_minutes } = query;
    const month = query.month ?? (range.includes('-') ? range : undefined);
    const days = month === undefined ? (query.days ?? boardDays.find((choice) => String(choice) === range)) : undefined;
    return { sort, days, month, language, platform, min_minutes: sort === 'averageviewers' ? min_minutes : undefined };
  }
}
