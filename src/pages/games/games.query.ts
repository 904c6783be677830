import { IsIn } from 'class-validator';
import { GameFigure, gameFigures, GamesFigure, gamesFigures } from '../../games/game-order.js';
import { CursorOnlyQuery } from '../parts/lists/cursor.query.js';

/** Number of streamers, and of live streams, on the page of a game. */
export const streamersPerGame = 25;

/** The order and position of a page of games. */
export class GamesPageQuery extends CursorOnlyQuery {
  @IsIn(gamesFigures, { message: `sort must be one of ${gamesFigures.join(', ')}` })
  sort: GamesFigure = 'watchtime';
}

/** The order and position of a page of a game's streamers. */
export class GamePageQuery extends CursorOnlyQuery {
  @IsIn(gameFigures, { message: `sort must be one of ${gameFigures.join(', ')}` })
  sort: GameFigure = 'watchtime';
}
