import { Equals, IsIn, IsOptional, Matches } from 'class-validator';
import { defaultDays } from '../../figures/windows.js';
import { monthForm, MonthQuery, monthsInUtc, UtcQuery } from '../../http/query/query-parameters.decorator.js';
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

  /** Days or month, as other pages have them. */
  @IsOptional()
  @Matches(new RegExp(`^${defaultDays}$|${monthForm.source}`), {
    message: `$property must be ${defaultDays}, or a month such as 2026-10`,
  })
  range?: string;
}

/** The order and position of a page of a game's streamers. */
export class GamePageQuery extends SizedQuery {
  @IsIn(gameFigures, { message: `sort must be one of ${gameFigures.join(', ')}` })
  sort: GameFigure = 'watchtime';

  @IsOptional()
  @Equals(String(defaultDays), { message: `range of a game must be ${defaultDays}; only the list of games has months` })
  range?: string;
}
