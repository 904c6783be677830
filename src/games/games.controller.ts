import { Param, Query } from '@nestjs/common';
import { Page } from '../http/lists/page.js';
import { boardGroup, unknownBoardMessage } from '../leaderboard/boards.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { Game, GameDetail } from './dto/game.response.js';
import { badGameName, GameParams } from './dto/game.params.js';
import { GameQuery, GamesQuery } from './dto/games.query.js';
import { GamesService } from './games.service.js';

@ReadController('v1/games', 'Games')
export class GamesController {
  constructor(private readonly games: GamesService) {}

  @Read('', {
    summary: 'List games',
    description:
      'Returns the games streamed in the 30 x 24 hours before the last refresh, or with `month` in a calendar month, by watchtime, highest first. Games with equal watchtime are sorted by name. A stream counts for its current or last game; streams without a game are ignored. In a large database, games are refreshed up to an hour after the leaderboard.',
    ok: [Game],
    okDescription: 'A page of games. Empty past the end.',
    notFound: unknownBoardMessage,
    group: boardGroup,
  })
  listGames(@Query() { limit, cursor, month }: GamesQuery): Promise<Page<Game>> {
    return this.games.list(limit, cursor, 'watchtime', month);
  }

  @Read(':name', {
    summary: 'Get a game',
    description:
      'Returns a game with its figures and top streamers over the 30 x 24 hours before the last refresh, and its current live streams. The figures are zero for a game that was first streamed after the refresh.',
    ok: GameDetail,
    okDescription: 'The game.',
    badRequest: badGameName,
    group: boardGroup,
  })
  findGame(@Param() { name }: GameParams, @Query() { limit }: GameQuery): Promise<GameDetail> {
    return this.games.find(name, limit);
  }
}
