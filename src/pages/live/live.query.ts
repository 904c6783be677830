import { PlatformName } from '../../config/platforms.js';
import { PlatformQuery, LanguageQuery } from '../../http/query/query-parameters.decorator.js';
import { BlankIsMissing, CursorOnlyQuery } from '../parts/lists/list.query.js';

export class LiveQuery extends CursorOnlyQuery {
  @BlankIsMissing()
  @LanguageQuery('streams')
  language?: string;

  @BlankIsMissing()
  @PlatformQuery('streams')
  platform?: PlatformName;
}
