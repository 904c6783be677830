import { Param, Query } from '@nestjs/common';
import { GameParams } from '../../games/dto/game.params.js';
import { GamesService } from '../../games/games.service.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { GamePage } from './game.page.js';
import { GamesPage, gamesPerPage } from './games.page.js';
import { GamePageQuery, GamesPageQuery, streamersPerGame } from './games.query.js';

@PageController('games')
export class GamesPageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly games: GamesService,
  ) {}

  @ShowPage('', 'Failed to show the games')
  showGames(@Query() { sort, cursor }: GamesPageQuery): Promise<LoadedResponse> {
    const load = async () => (
      <GamesPage games={await this.games.list(gamesPerPage, cursor, sort)} sort={sort} cursor={cursor} />
    );
    return this.pages.answer(['games', sort, cursor], load, boardGroup);
  }

  @ShowPage(':name', 'Failed to show the game')
  showGame(@Param() { name }: GameParams, @Query() { sort, cursor }: GamePageQuery): Promise<LoadedResponse> {
    const load = async () => (
      <GamePage game={await this.games.find(name, streamersPerGame, sort, cursor)} sort={sort} cursor={cursor} />
    );
    return this.pages.answer(['game', name, sort, cursor], load, boardGroup);
  }
}
