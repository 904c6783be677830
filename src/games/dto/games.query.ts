import { MonthQuery, monthsInUtc, UtcQuery } from '../../http/query/query-parameters.decorator.js';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';

export class GamesQuery {
  @IntegerQuery({ description: 'Maximum number of games.', default: 50, minimum: 1, maximum: 100 })
  limit = 50;

  @CursorQuery('games')
  cursor = 0;

  @MonthQuery('Calendar month (UTC), instead of the last 30 days. A month has the first 10,000 games.')
  month?: string;

  @UtcQuery(monthsInUtc)
  tz?: string;
}

const maxGameStreamers = 100;

export class GameQuery {
  @IntegerQuery({
    description: 'Maximum number of live streams and, separately, of streamers.',
    default: 20,
    minimum: 1,
    maximum: maxGameStreamers,
  })
  limit = 20;
}
