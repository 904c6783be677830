import { Query } from '@nestjs/common';
import { Found } from '../../response-cache/response-cache.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { foundPerPage, SearchPage } from './search.page.js';
import { SearchQuery } from './search.query.js';

@PageController('search')
export class SearchPageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly streamers: StreamersService,
  ) {}

  @ShowPage('', 'Failed to search')
  search(@Query() { q, cursor }: SearchQuery): Promise<Found> {
    const query = q.trim();
    return this.pages.answer(['search', query, cursor], async () => (
      <SearchPage query={query} cursor={cursor} found={await this.find(query, cursor)} />
    ));
  }

  private async find(query: string, cursor: number) {
    return query === '' ? null : this.streamers.list({ query, limit: foundPerPage, cursor });
  }
}
