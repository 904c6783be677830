import { Query } from '@nestjs/common';
import { boardGroup } from '../../leaderboard/boards.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { Found } from '../../response-cache/response-cache.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamsService } from '../../streams/streams.service.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { BoardPage, entriesPerPage } from './board.page.js';
import { BoardQuery } from './board.query.js';

const liveShown = 8;

/** The page at `/`. The middleware `frontPage` rewrites `/` to this path. */
@PageController('board')
export class BoardController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly leaderboard: LeaderboardService,
    private readonly streamer: StreamerService,
    private readonly streams: StreamsService,
    private readonly meta: MetaService,
  ) {}

  @ShowPage('', 'Failed to show the leaderboard')
  showBoard(@Query() query: BoardQuery): Promise<Found> {
    const { sort, cursor, days } = query;
    return this.pages.answer(['board', sort, cursor, days], () => this.load(query), boardGroup);
  }

  private async load(query: BoardQuery) {
    const { sort, cursor, days } = query;
    const [board, live, status] = await Promise.all([
      this.leaderboard.findPage({ sort, limit: entriesPerPage, cursor, days }),
      this.streams.listLive(liveShown, 0),
      this.meta.findStatus(),
    ]);
    const before = await this.streamer.listStatsBefore(
      board.items.map(({ id }) => id),
      days,
    );
    return <BoardPage view={{ board, before, live, status, query }} />;
  }
}
