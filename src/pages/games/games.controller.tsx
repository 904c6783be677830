import { Param, Query } from '@nestjs/common';
import { GameParams } from '../../games/dto/game.params.js';
import { GamesService } from '../../games/games.service.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { Found } from '../../response-cache/response-cache.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { CursorOnlyQuery } from '../parts/cursor.query.js';
import { GamePage, streamersPerGame } from './game.page.js';
import { GamesPage, gamesPerPage } from './games.page.js';

@PageController('games')
export class GamesPageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly games: GamesService,
  ) {}

  @ShowPage('', 'Failed to show the games')
  showGames(@Query() { cursor }: CursorOnlyQuery): Promise<Found> {
    const load = async () => <GamesPage games={await this.games.list(gamesPerPage, cursor)} cursor={cursor} />;
    return this.pages.answer(['games', cursor], load, boardGroup);
  }

  @ShowPage(':name', 'Failed to show the game')
  showGame(@Param() { name }: GameParams): Promise<Found> {
    const load = async () => <GamePage game={await this.games.find(name, streamersPerGame)} />;
    return this.pages.answer(['game', name], load, boardGroup);
  }
}
