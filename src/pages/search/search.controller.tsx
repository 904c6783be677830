import { Query } from '@nestjs/common';
import { GamesService } from '../../games/games.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { foundPerPage, gamesFound, Results, SearchPage } from './search.page.js';
import { SearchQuery } from './search.query.js';

@PageController('search')
export class SearchPageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly streamers: StreamersService,
    private readonly games: GamesService,
  ) {}

  @ShowPage('', 'Failed to search')
  search(@Query() { q, cursor }: SearchQuery): Promise<LoadedResponse> {
    const query = q.trim();
    return this.pages.answer(['search', query, cursor], async () => (
      <SearchPage query={query} cursor={cursor} results={query === '' ? null : await this.find(query, cursor)} />
    ));
  }

  private async find(query: string, cursor: number): Promise<Results> {
    const [streamers, games] = await Promise.all([
      this.streamers.list({ query, limit: foundPerPage, cursor }),
      cursor === 0 ? this.games.listNamed(query, gamesFound) : [],
    ]);
    const { total: count = 0 } = streamers;
    const similar = count === 0 && cursor === 0 ? await this.streamers.listSimilar(query, similarShown) : [];
    return { streamers, count, similar, games };
  }
}
