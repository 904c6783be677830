import { CursorQuery } from '../../http/cursor-query.decorator.js';
import { IntegerQuery } from '../../http/integer-query.decorator.js';

export class PublicEventsQuery {
  @IntegerQuery({ description: 'How many events at the most.', default: 50, minimum: 1, maximum: 100 })
  limit = 50;

  @CursorQuery('How many events come before the page: 0, or what the Link of the page before says.')
  cursor = 0;
}
