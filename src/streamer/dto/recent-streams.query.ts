import { IntegerQuery } from '../../http/integer-query.decorator.js';

export class RecentStreamsQuery {
  @IntegerQuery({ description: 'Maximum number of streams.', default: 20, minimum: 1, maximum: 100 })
  limit = 20;
}
