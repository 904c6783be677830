import { IsIn } from 'class-validator';
import { MonthQuery, monthsInUtc, UtcQuery } from '../../http/query/query-parameters.decorator.js';
import { GameFigure, gameFigures, GamesFigure, gamesFigures } from '../../games/game-order.js';
import { BlankIsMissing, SizedQuery } from '../parts/lists/list.query.js';

/** The order and position of a page of games. */
export class GamesPageQuery extends SizedQuery {
  @IsIn(gamesFigures, { message: `sort must be one of ${gamesFigures.join(', ')}` })
  sort: GamesFigure = 'watchtime';

  @BlankIsMissing()
  @MonthQuery('Calendar month (UTC).')
  month?: string;

  @UtcQuery(monthsInUtc)
  tz?: string;
}

/** The order and position of a page of a game's streamers. */
export class GamePageQuery extends SizedQuery {
  @IsIn(gameFigures, { message: `sort must be one of ${gameFigures.join(', ')}` })
  sort: GameFigure = 'watchtime';
}
