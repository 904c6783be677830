import { IntegerQuery } from '../../http/query/integer-query.decorator.js';

const mostGameStreamers = 100;

export class GameQuery {
  @IntegerQuery({
    description: 'Maximum number of live streams and, separately, of streamers.',
    default: 20,
    minimum: 1,
    maximum: mostGameStreamers,
  })
  limit = 20;
}
