import { Query } from '@nestjs/common';
import { suggestionUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { channelIn } from '../compare/typed-name.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { SearchQuery } from './search.query.js';
import { Suggestions } from './suggestions.js';

const suggested = { streamers: 6, games: 3 };

/** The options of a field for names. */
@PageController('search/suggestions')
export class SuggestionsController {
  constructor(
    private readonly pages: PageResponses,
    private readonly sources: ListSources,
  ) {}

  @ShowPage('', 'Failed to search', suggestionUnits)
  suggest(@Query() { q }: SearchQuery): Promise<LoadedResponse> {
    const query = channelIn(q) ?? q.trim();
    return this.pages.part('part', ['suggestions', query], async () => {
      if (query === '') return <></>;
      const [{ items }, games] = await Promise.all([
        this.sources.streamers.list({ query, limit: suggested.streamers, cursor: 0 }),
        this.sources.games.listNamed(query, suggested.games),
      ]);
      const isFound = items.length + games.length > 0;
      const streamers = isFound ? items : await this.sources.streamers.listSimilar(query, similarShown);
      return <Suggestions streamers={streamers} games={games} />;
    });
  }
}
