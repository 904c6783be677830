import { PlatformName } from '../../config/platforms.js';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { GameNameQuery, LanguageQuery, PlatformQuery, TagQuery } from '../../http/query/query-parameters.decorator.js';
import { RangeQuery } from '../../http/query/range.query.js';

/** A page of the streams that started in a range, and that match all given conditions. */
export class AllStreamsQuery extends RangeQuery {
  @LanguageQuery('streams')
  language?: string;

  @PlatformQuery('streams')
  platform?: PlatformName;

  @GameNameQuery('Returns only streams of this game: its exact name, case-sensitive.')
  game?: string;

  @TagQuery()
  tag?: string;

  @IntegerQuery({ description: 'Maximum number of streams.', default: 50, minimum: 1, maximum: 100 })
  limit = 50;

  @CursorQuery('streams', { maximum: 500_000 })
  cursor = 0;
}
