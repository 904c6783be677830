import { NotWith } from '../../http/query/combinations.decorator.js';
import { DaysQuery } from '../../http/query/days-query.decorator.js';
import { MonthQuery } from '../../http/query/month-query.decorator.js';
import { BoardDays, boardDays } from '../boards.js';

export class RankQuery {
  @DaysQuery(boardDays)
  days?: BoardDays;

  @MonthQuery('Calendar month (UTC), instead of `days`.')
  @NotWith('days')
  month?: string;
}
