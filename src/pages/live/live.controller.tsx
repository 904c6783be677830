import { Query } from '@nestjs/common';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { PageResponses } from '../page-responses.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { CursorOnlyQuery } from '../parts/lists/list.query.js';
import { LivePage, livePerPage } from './live.page.js';

@PageController('live')
export class LivePageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly streams: LiveStreamsService,
  ) {}

  @ShowPage('', 'Failed to show who is live')
  showLive(@Query() query: CursorOnlyQuery): Promise<LoadedResponse> {
    const { cursor } = query;
    return this.pages.respond(['live', cursor], async () => (
      <LivePage live={await this.streams.rankLive(livePerPage, cursor)} query={query} />
    ));
  }
}
