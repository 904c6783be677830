import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { PlatformName } from '../../config/platforms.js';
import { PlatformQuery } from '../../http/query/query-parameters.decorator.js';
import { BlankIsMissing } from '../parts/lists/list.query.js';
import { SearchText } from '../../http/query/search-text.decorator.js';

export class SearchQuery {
  /** Empty for a page that only shows the search field. */
  @SearchText('q must be a string of at most 100 characters')
  q = '';

  @BlankIsMissing()
  @PlatformQuery('streamers')
  platform?: PlatformName;

  @IntegerQuery({ description: 'Number of streamers before the page.', default: 0, minimum: 0, maximum: 10_000 })
  cursor = 0;
}
