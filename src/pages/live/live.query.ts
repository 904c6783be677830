import { PlatformName } from '../../config/platforms.js';
import { PlatformQuery } from '../../http/query/platform-query.decorator.js';
import { LanguageQuery } from '../../http/query/language-query.decorator.js';
import { BlankIsMissing, CursorOnlyQuery } from '../parts/lists/list.query.js';

export class LiveQuery extends CursorOnlyQuery {
  @BlankIsMissing()
  @LanguageQuery('streams')
  language?: string;

  @BlankIsMissing()
  @PlatformQuery('streams')
  platform?: PlatformName;
}
