import { NotFoundException, Param, Query } from '@nestjs/common';
import { GameDetail } from '../../games/dto/game.response.js';
import { GameParams } from '../../games/dto/game.params.js';
import { GamesService } from '../../games/games.service.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { UnknownNameException } from '../errors/unknown-name.exception.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { linkable } from '../parts/names/game-name.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { TotalsViewLoader } from '../totals/totals-view.js';
import { GamePage } from './game.page.js';
import { GamesPage } from './games.page.js';
import { GamePageQuery, GamesPageQuery } from './games.query.js';

@PageController('games')
export class GamesPageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly games: GamesService,
    private readonly leaderboard: LeaderboardService,
    private readonly totals: TotalsViewLoader,
  ) {}

  @ShowPage('', 'Failed to show the games')
  showGames(@Query() query: GamesPageQuery): Promise<LoadedResponse> {
    const { sort, cursor, limit, month } = query;
    const load = async () => {
      const [games, months] = await Promise.all([
        this.games.list(limit, cursor, sort, month),
        this.leaderboard.listMonths(),
      ]);
      return <GamesPage {...{ games, months, query }} />;
    };
    return this.pages.respond(['games', sort, cursor, limit, month ?? ''], load, boardGroup);
  }

  @ShowPage(':name', 'Failed to show the game')
  showGame(@Param() { name }: GameParams, @Query() query: GamePageQuery): Promise<LoadedResponse> {
    const { sort, cursor, limit } = query;
    const load = async () => {
      const [game, totals] = await Promise.all([this.find(name, limit, sort, cursor), this.totals.loadGame(name)]);
      return <GamePage game={game} totals={totals} query={query} />;
    };
    return this.pages.respond(['game', name, sort, cursor, limit], load, boardGroup);
  }

  /** Returns a game with its streamers. Throws an {@link UnknownNameException} if nobody streams it. */
  private async find(...[name, ...page]: Parameters<GamesService['find']>): Promise<GameDetail> {
    try {
      return await this.games.find(name, ...page);
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
      const games = (await this.games.listNamed(name, similarShown)).filter((game) => linkable.test(game.name));
      throw new UnknownNameException(error.message, name, { games });
    }
  }
}
