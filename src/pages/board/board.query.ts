import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { DaysQuery } from '../../http/query/days-query.decorator.js';
import { LanguageQuery } from '../../http/query/language-query.decorator.js';
import { MonthQuery } from '../../http/query/month-query.decorator.js';
import { BoardDays, boardDays, LeaderboardMetric, leaderboardMetrics } from '../../leaderboard/boards.js';
import { BlankIsMissing, SizedQuery } from '../parts/lists/list.query.js';

/** Minutes that a form offers as a condition for averages. */
export const minMinutesChoices = [60, 300, 600, 1_200, 3_000] as const;

export class BoardQuery extends SizedQuery {
  @IsIn(leaderboardMetrics, { message: `sort must be one of ${leaderboardMetrics.join(', ')}` })
  sort: LeaderboardMetric = 'watchtime';

  /** A month in a form takes precedence. */
  @DaysQuery(boardDays)
  days?: BoardDays;

  @BlankIsMissing()
  @MonthQuery('Calendar month (UTC).')
  month?: string;

  @BlankIsMissing()
  @LanguageQuery('streamers')
  language?: string;

  /** Only for the order by average viewers. Other orders ignore it. */
  @Transform(({ value }) =>
    value === '' ? undefined : (minMinutesChoices.find((one) => String(one) === value) ?? NaN),
  )
  @IsIn([undefined, ...minMinutesChoices], { message: `min_minutes must be one of ${minMinutesChoices.join(', ')}` })
  min_minutes?: number;

  /** Returns the parameters that select the list, as those of the API. */
  static toList({ sort, days, month, language, min_minutes }: BoardQuery) {
    const isByAverage = sort === 'averageviewers';
    return {
      sort,
      ...(month === undefined ? { days } : { month }),
      language,
      min_minutes: isByAverage ? min_minutes : undefined,
    };
  }
}
