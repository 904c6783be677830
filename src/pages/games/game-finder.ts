import { Injectable, NotFoundException } from '@nestjs/common';
import { GameDetail } from '../../games/dto/game-detail.response.js';
import { GamesService } from '../../games/games.service.js';
import { UnknownNameException } from '../errors/unknown-name.exception.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { linkable } from '../parts/names/game-name.js';

/** Finds games for pages. */
@Injectable()
export class GameFinder {
  constructor(private readonly games: GamesService) {}

  /** Returns a game with its streamers. Throws an {@link UnknownNameException} if nobody streams it. */
  async find(...[name, ...page]: Parameters<GamesService['find']>): Promise<GameDetail> {
    try {
      return await this.games.find(name, ...page);
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
      const games = (await this.games.listNamed(name, similarShown)).filter((game) => linkable.test(game.name));
      throw new UnknownNameException(error.message, name, { games });
    }
  }
}
