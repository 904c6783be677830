import { Controller, Get, Param, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/lists/next-link.js';
import { Operation } from '../http/request/operation.decorator.js';
import { publicPath } from '../http/request/public-path.js';
import { boardGroup, unknownBoardMessage } from '../leaderboard/boards.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { Game, GameDetail } from './dto/game.response.js';
import { badGameName, GameParams } from './dto/game.params.js';
import { GameQuery, GamesQuery } from './dto/games.query.js';
import { GamesService, unknownGameMessage } from './games.service.js';

@Controller('v1/games')
@CachedApi('Games')
export class GamesController {
  constructor(
    private readonly games: GamesService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    summary: 'List games',
    description:
      'Returns the games streamed in the 30 x 24 hours before the last refresh, or with `month` in a calendar month, by watchtime, highest first. Games with equal watchtime are sorted by name. A stream counts for its current or last game; streams without a game are ignored. In a large database, games are refreshed up to an hour after the leaderboard.',
    ok: [Game],
    okDescription: 'A page of games. Empty past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch games',
    notFound: unknownBoardMessage,
    badRequest: 'limit must be an integer from 1 to 100',
  })
  listGames(@Query() { limit, cursor, month }: GamesQuery): Promise<LoadedResponse<Game[]>> {
    const load = async () => {
      const page = await this.games.list(limit, cursor, 'watchtime', month);
      return withNextLink(page, publicPath(this.config, '/v1/games'), limit, { month });
    };
    return this.cache.getOrLoad(['games', limit, cursor, month], load, boardGroup);
  }

  @Get(':name')
  @Operation({
    summary: 'Get a game',
    description:
      'Returns a game with its figures and top streamers over the 30 x 24 hours before the last refresh, and its current live streams. The figures are zero for a game that was first streamed after the refresh.',
    ok: GameDetail,
    okDescription: 'The game.',
    failure: 'Failed to fetch game',
    badRequest: badGameName,
    notFound: unknownGameMessage,
  })
  findGame(@Param() { name }: GameParams, @Query() { limit }: GameQuery): Promise<LoadedResponse<GameDetail>> {
    return this.cache.getOrLoad(['game', name, limit], () => this.games.find(name, limit), boardGroup);
  }
}
