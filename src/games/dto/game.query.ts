import { IntegerQuery } from '../../http/query/integer-query.decorator.js';

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
