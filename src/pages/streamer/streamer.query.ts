import { IsIn } from 'class-validator';
import { defaultDays } from '../../figures/windows.js';
import { GameFigure, gameFigures } from '../../games/game-order.js';
import { CursorQuery } from '../../http/query/integer-query.decorator.js';
import { windowDays } from '../../figures/windows.js';

/** The ranges of a streamer page: the windows of the figures, and all time. */
export const ranges = [...windowDays.map(String), 'all'] as const;

/** The orders of the streams: the newest first, or a figure, highest first. */
const streamSorts = ['started', 'minutes', 'avg_viewers', 'peak_viewers', 'watchtime'] as const;
export type StreamSort = (typeof streamSorts)[number];

/** Writes a range in words. */
export function rangeText(range: string): string {
  return range === 'all' ? 'all time' : `last ${range} days`;
}

export class StreamerQuery {
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range = String(defaultDays);

  @IsIn(streamSorts, { message: `sort must be one of ${streamSorts.join(', ')}` })
  sort: StreamSort = 'started';

  @CursorQuery('Number of streams before the page of the table.')
  cursor = 0;

  @IsIn(gameFigures, { message: `games must be one of ${gameFigures.join(', ')}` })
  games: GameFigure = 'watchtime';

  @CursorQuery('Number of games before the page of the table.')
  games_cursor = 0;
}
