import { fullNumber } from '../../charts/labels/number-labels.js';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { PlatformName } from '../../config/platforms.js';
import { GameNameQuery, LanguageQuery, PlatformQuery, TagQuery } from '../../http/query/query-parameters.decorator.js';
import { NamesQuery } from '../../http/query/names-query.decorator.js';
import { SearchTextQuery } from '../../http/query/search-text.decorator.js';
import { maxComparedLive } from './compared-streams.js';

/** Which live streams a list has; all given conditions apply. */
export class LiveFilter {
  @LanguageQuery('streams')
  language?: string;

  @PlatformQuery('streams')
  platform?: PlatformName;

  @GameNameQuery('Returns only streams of this game: its exact name, case-sensitive.')
  game?: string;

  @TagQuery(
    ` Compares the ${fullNumber(maxComparedLive.tag)} streams with the most viewers that match the other parameters.`,
  )
  tag?: string;

  @SearchTextQuery(
    `Finds streams by any part of the title, or by the starts of its words. Ignores spaces, punctuation, case, accents and Arabic vowel signs. Compares the ${fullNumber(maxComparedLive.title)} streams with the most viewers that match the other parameters, except \`tag\`.`,
  )
  title?: string;

  @NamesQuery({ required: false, description: 'Returns only streams of these streamers: ' })
  names?: string[];
}

export class LiveStreamsQuery extends LiveFilter {
  @IntegerQuery({ description: 'Maximum number of streams.', default: 50, minimum: 1, maximum: 100 })
  limit = 50;

  @CursorQuery('streams')
  cursor = 0;

  static toCanonical({ language, game, platform }: LiveStreamsQuery): object {
    return { language, game, platform };
  }
}
