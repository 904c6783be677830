import { Controller, Get, Param, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/next-link.js';
import { Operation } from '../http/operation.decorator.js';
import { publicPath } from '../http/public-path.js';
import { boardGroup } from '../leaderboard/boards.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { Game } from './dto/game.response.js';
import { GameDetail } from './dto/game-detail.response.js';
import { badGameName, GameParams } from './dto/game.params.js';
import { GameQuery } from './dto/game.query.js';
import { GamesQuery } from './dto/games.query.js';
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
    summary: 'Games',
    description:
      'The games of the streams that started in the last 30 x 24 hours, by watchtime, most first, as of their last refresh, which in a large database comes up to an hour after that of the leaderboard. Of equal watchtime they are in the order of their names. A stream counts for the game it has; one without a game counts for none.',
    ok: [Game],
    okDescription: 'A page of the games. [] past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch games',
    badRequest: 'limit must be an integer from 1 to 100',
  })
  listGames(@Query() { limit, cursor }: GamesQuery): Promise<Found<Game[]>> {
    const load = async () =>
      withNextLink(await this.games.list(limit, cursor), publicPath(this.config, '/v1/games'), limit);
    return this.cache.answer(['games', limit, cursor], load, boardGroup);
  }

  @Get(':name')
  @Operation({
    summary: 'Game',
    description:
      'A game with its figures and its streamers over the last 30 x 24 hours, as of the last refresh, and the streams that are live with it now. The figures of a game that was first streamed after the refresh are zero.',
    ok: GameDetail,
    okDescription: 'The game.',
    failure: 'Failed to fetch game',
    badRequest: badGameName,
    notFound: unknownGameMessage,
  })
  findGame(@Param() { name }: GameParams, @Query() { limit }: GameQuery): Promise<Found<GameDetail>> {
    return this.cache.answer(['game', name, limit], () => this.games.find(name, limit), boardGroup);
  }
}
