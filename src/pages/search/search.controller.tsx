import { Query } from '@nestjs/common';
import { searchedGames } from '../../games/game-order.js';
import { GamesService } from '../../games/games.service.js';
import { searchPageUnits } from '../../rate-limit/request-units.js';
import { MetaService } from '../../meta/meta.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { channelIn } from '../compare/typed-name.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { foundPerPage, Results, SearchPage } from './search.page.js';
import { SearchQuery } from './search.query.js';
import { Suggestions } from './suggestions.js';

const suggested = { streamers: 6, games: 3 };

@PageController('search')
export class SearchPageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly streamers: StreamersService,
    private readonly games: GamesService,
    private readonly meta: MetaService,
  ) {}

  @ShowPage('', 'Failed to search', searchPageUnits)
  search(@Query() { q, platform, cursor }: SearchQuery): Promise<LoadedResponse> {
    const query = Object.assign(new SearchQuery(), { q: channelIn(q) ?? q.trim(), platform, cursor });
    return this.pages.respond(['search', query.q, platform ?? '', cursor], async () => {
      const [results, platforms] = await Promise.all([
        query.q === '' ? null : this.find(query),
        this.meta.listPlatforms(),
      ]);
      return <SearchPage {...{ query, results, platforms }} />;
    });
  }

  /** Returns the options of a field for names. */
  @ShowPage('suggestions', 'Failed to search', searchPageUnits)
  suggest(@Query() { q }: SearchQuery): Promise<LoadedResponse> {
    const query = channelIn(q) ?? q.trim();
    return this.pages.part('part', ['suggestions', query], async () => {
      if (query === '') return <></>;
      const [{ items }, games] = await Promise.all([
        this.streamers.list({ query, limit: suggested.streamers, cursor: 0 }),
        this.games.listNamed(query, suggested.games),
      ]);
      const isFound = items.length + games.length > 0;
      const streamers = isFound ? items : await this.streamers.listSimilar(query, similarShown);
      return <Suggestions streamers={streamers} games={games} />;
    });
  }

  private async find({ q: query, platform, cursor }: SearchQuery): Promise<Results> {
    const [streamers, games] = await Promise.all([
      this.streamers.list({ query, platform, limit: foundPerPage, cursor }),
      cursor === 0 ? this.games.listNamed(query, searchedGames) : [],
    ]);
    const similar = !streamers.total && cursor === 0 ? await this.streamers.listSimilar(query, similarShown) : [];
    return { streamers, similar, games };
  }
}
