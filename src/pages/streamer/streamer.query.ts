import { IsIn } from 'class-validator';
import { GameFigure, gameFigures } from '../../games/game-order.js';
import { CursorQuery } from '../../http/query/integer-query.decorator.js';
import { RangeChoiceQuery } from '../parts/ranges/range-choice.js';

/** The orders of the streams: the newest first, or a figure, highest first. */
const streamSorts = ['started', 'minutes', 'avg_viewers', 'peak_viewers', 'watchtime'] as const;
export type StreamSort = (typeof streamSorts)[number];

/** The figures of the hours of the week. */
export const hourFigures = ['streamed', 'viewers'] as const;
export type HourFigure = (typeof hourFigures)[number];

export class StreamerQuery extends RangeChoiceQuery {
  @IsIn(streamSorts, { message: `sort must be one of ${streamSorts.join(', ')}` })
  sort: StreamSort = 'started';

  @CursorQuery('Number of streams before the page of the table.')
  cursor = 0;

  @IsIn(gameFigures, { message: `games must be one of ${gameFigures.join(', ')}` })
  games: GameFigure = 'watchtime';

  @IsIn(hourFigures, { message: `hours must be one of ${hourFigures.join(', ')}` })
  hours: HourFigure = 'streamed';

  @CursorQuery('Number of games before the page of the table.')
  games_cursor = 0;
}
