import { Query } from '@nestjs/common';
import { GamesService } from '../../games/games.service.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { GameFinder } from '../games/game-finder.js';
import { PageResponses } from '../page-responses.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { linkable } from '../parts/names/game-name.js';
import { gameFigureOf } from './board-paths.js';
import { BoardPage } from './board.page.js';
import { BoardQuery } from './board.query.js';
import { liveLoaded } from './live-strip.js';

const gamesOffered = 50;

/** The page at `/`. The middleware `frontPage` rewrites `/` to this path. */
@PageController('board')
export class BoardController {
  constructor(
    private readonly pages: PageResponses,
    private readonly leaderboard: LeaderboardService,
    private readonly games: GamesService,
    private readonly finder: GameFinder,
    private readonly streams: LiveStreamsService,
    private readonly meta: MetaService,
  ) {}

  @ShowPage('', 'Failed to show the leaderboard')
  showBoard(@Query() asked: BoardQuery): Promise<LoadedResponse> {
    const query = asked.game === '' ? asked : ofGame(asked);
    const { sort, cursor, days, limit, game } = query;
    return this.pages.respond(['board', sort, cursor, days, limit, game], () => this.load(query), boardGroup);
  }

  private async load(query: BoardQuery) {
    const { sort, cursor, limit, game: name } = query;
    const [board, game, games, live, status] = await Promise.all([
      name === '' ? this.leaderboard.findBoard(query) : null,
      name === '' ? null : this.finder.find(name, limit, gameFigureOf(sort), cursor),
      this.games.list(gamesOffered, 0),
      this.streams.rankLive(liveLoaded, 0),
      this.meta.findStatus(),
    ]);
    const names = games.items.map((one) => one.name).filter((one) => linkable.test(one));
    return <BoardPage view={{ query, board, game, games: names, live, status }} />;
  }
}

/** Games have no boards of other windows, and no followers. */
function ofGame(query: BoardQuery): BoardQuery {
  return { ...query, days: 30, sort: gameFigureOf(query.sort) ? query.sort : 'watchtime' };
}
