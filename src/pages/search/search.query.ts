import { Matches } from 'class-validator';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';

export class SearchQuery {
  /** Empty for a page that only shows the search field. */
  @Matches(/^[^\0]{0,100}$/su, { message: 'q must be a string of at most 100 characters' })
  q = '';

  @IntegerQuery({ description: 'Number of streamers before the page.', default: 0, minimum: 0, maximum: 10_000 })
  cursor = 0;
}
