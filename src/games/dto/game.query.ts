import { IntegerQuery } from '../../http/integer-query.decorator.js';

/** Number of streamers per game that a refresh ranks. */
export const mostGameStreamers = 100;

export class GameQuery {
  @IntegerQuery({
    description: 'Maximum number of live streams and, separately, of streamers.',
    default: 20,
    minimum: 1,
    maximum: mostGameStreamers,
  })
  limit = 20;
}
