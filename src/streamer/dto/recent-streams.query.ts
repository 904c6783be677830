import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { MomentQuery } from '../../http/query/moment-query.decorator.js';

export class RecentStreamsQuery {
  @IntegerQuery({ description: 'Maximum number of streams.', default: 20, minimum: 1, maximum: 100 })
  limit = 20;

  @CursorQuery('Number of streams to skip: 0, or the cursor in the `Link` header of the previous page.')
  cursor = 0;

  @MomentQuery(
    'Returns only streams that started at or after this time: a date (00:00 UTC), or a time with `Z` or an offset.',
  )
  from?: string;

  @MomentQuery(
    'Returns only streams that started before this time: a date (00:00 UTC), or a time with `Z` or an offset.',
  )
  to?: string;
}
