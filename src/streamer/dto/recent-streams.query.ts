import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { RangeQuery } from '../../http/query/range.query.js';

/** A page of the streams that started in a range. */
export class RecentStreamsQuery extends RangeQuery {
  @IntegerQuery({ description: 'Maximum number of streams.', default: 20, minimum: 1, maximum: 100 })
  limit = 20;

  @CursorQuery('Number of streams to skip: 0, or the cursor in the `Link` header of the previous page.')
  cursor = 0;
}
