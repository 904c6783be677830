import { LanguageQuery } from '../../http/query/language-query.decorator.js';
import { BlankIsMissing, CursorOnlyQuery } from '../parts/lists/list.query.js';

export class LiveQuery extends CursorOnlyQuery {
  @BlankIsMissing()
  @LanguageQuery('streams')
  language?: string;
}
