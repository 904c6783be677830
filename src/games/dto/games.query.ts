import { CursorQuery, IntegerQuery } from '../../http/integer-query.decorator.js';

export class GamesQuery {
  @IntegerQuery({ description: 'Maximum number of games.', default: 50, minimum: 1, maximum: 100 })
  limit = 50;

  @CursorQuery('Number of games before the page: 0, or the cursor in the Link of the previous page.')
  cursor = 0;
}
