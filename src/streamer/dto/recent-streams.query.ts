import { CursorQuery, IntegerQuery } from '../../http/integer-query.decorator.js';
import { MomentQuery } from '../../http/moment-query.decorator.js';

export class RecentStreamsQuery {
  @IntegerQuery({ description: 'Maximum number of streams.', default: 20, minimum: 1, maximum: 100 })
  limit = 20;

  @CursorQuery('Number of streams before the page: 0, or the cursor in the Link of the previous page.')
  cursor = 0;

  @MomentQuery(
    'Only streams that started at this moment or later: a date, which begins at 00:00 UTC, or a time with Z or an offset.',
  )
  from?: string;

  @MomentQuery('Only streams that started before this moment: a date, which begins at 00:00 UTC, or a time.')
  to?: string;
}
