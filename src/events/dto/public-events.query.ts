import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';

export class PublicEventsQuery {
  @IntegerQuery({ description: 'Maximum number of events.', default: 50, minimum: 1, maximum: 100 })
  limit = 50;

  @CursorQuery('events')
  cursor = 0;
}
