import { Query } from '@nestjs/common';
import { boardGroup } from '../../leaderboard/boards.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { Config } from '../../config/config.js';
import { BoardPage } from './board.page.js';
import { BoardQuery } from './board.query.js';
import { FirstStepsPage } from './first-steps.page.js';
import { liveLoaded } from './live-strip.js';

/** The page at `/`. The middleware `frontPage` rewrites `/` to this path. */
@PageController('board')
export class BoardController {
  constructor(
    private readonly pages: PageResponses,
    private readonly leaderboard: LeaderboardService,
    private readonly streams: LiveStreamsService,
    private readonly meta: MetaService,
    private readonly config: Config,
  ) {}

  @ShowPage('', 'Failed to show the leaderboard')
  showBoard(@Query() query: BoardQuery): Promise<LoadedResponse> {
    const list = Object.values(BoardQuery.toList(query)).map(String);
    return this.pages.respond(['board', query.cursor, query.limit, ...list], () => this.load(query), boardGroup);
  }

  private async load(query: BoardQuery) {
    const { cursor, limit } = query;
    const [list, live, newest, months, languages, platforms] = await Promise.all([
      this.leaderboard.findBoard({ ...BoardQuery.toList(query), cursor, limit }),
      this.streams.rankLive(liveLoaded, 0),
      this.meta.findNewest(),
      this.leaderboard.listMonths(),
      this.leaderboard.listLanguages(),
      this.meta.listPlatforms(),
    ]);
    if (platforms.length === 0) {
      const { platforms: collected, collector_failures: failures } = await this.meta.findStatus();
      return <FirstStepsPage accounts={this.config.accounts} collected={collected} failures={failures} />;
    }
    return <BoardPage {...{ query, list, live, newest, months, languages, platforms }} />;
  }
}
