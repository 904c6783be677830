import { Param, Query } from '@nestjs/common';
import { GameParams } from '../../games/dto/game.params.js';
import { GamesService } from '../../games/games.service.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageResponses } from '../page-responses.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { GameFinder } from './game-finder.js';
import { GamePage } from './game.page.js';
import { GamesPage } from './games.page.js';
import { GamePageQuery, GamesPageQuery } from './games.query.js';

@PageController('games')
export class GamesPageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly games: GamesService,
    private readonly finder: GameFinder,
  ) {}

  @ShowPage('', 'Failed to show the games')
  showGames(@Query() query: GamesPageQuery): Promise<LoadedResponse> {
    const { sort, cursor, limit } = query;
    const load = async () => <GamesPage games={await this.games.list(limit, cursor, sort)} query={query} />;
    return this.pages.respond(['games', sort, cursor, limit], load, boardGroup);
  }

  @ShowPage(':name', 'Failed to show the game')
  showGame(@Param() { name }: GameParams, @Query() query: GamePageQuery): Promise<LoadedResponse> {
    const { sort, cursor, limit } = query;
    const load = async () => <GamePage game={await this.finder.find(name, limit, sort, cursor)} query={query} />;
    return this.pages.respond(['game', name, sort, cursor, limit], load, boardGroup);
  }
}
