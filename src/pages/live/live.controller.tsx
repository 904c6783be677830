import { Query } from '@nestjs/common';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { LivePage, livePerPage, LiveQuery } from './live.page.js';

@PageController('live')
export class LivePageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly streams: LiveStreamsService,
    private readonly leaderboard: LeaderboardService,
    private readonly meta: MetaService,
  ) {}

  @ShowPage('', 'Failed to show who is live')
  showLive(@Query() query: LiveQuery): Promise<LoadedResponse> {
    const { cursor, language, platform } = query;
    return this.pages.respond(['live', cursor, language ?? '', platform ?? ''], async () => {
      const [live, languages, platforms] = await Promise.all([
        this.streams.rankLive(livePerPage, cursor, { language, platform }),
        this.leaderboard.listLanguages(),
        this.meta.listPlatforms(),
      ]);
      return <LivePage {...{ live, languages, platforms, query }} />;
    });
  }
}
