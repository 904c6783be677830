import { CursorQuery } from '../../../http/query/integer-query.decorator.js';

/** The position of a page in a list. */
export class CursorOnlyQuery {
  @CursorQuery('Number of items before the page.')
  cursor = 0;
}
