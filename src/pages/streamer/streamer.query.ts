import { IsIn } from 'class-validator';
import { CursorQuery } from '../../http/query/integer-query.decorator.js';
import { windowDays } from '../../streamer/dto/window-stats.query.js';

/** The ranges of a streamer page: the windows of the figures, and all time. */
export const ranges = [...windowDays.map(String), 'all'] as const;

/** The orders of the streams: the newest first, or a figure, highest first. */
export const streamSorts = ['started', 'minutes', 'avg_viewers', 'peak_viewers', 'watchtime'] as const;
export type StreamSort = (typeof streamSorts)[number];

/** The figures by which the games are sorted, highest first. */
export const gameSorts = ['watchtime', 'minutes', 'streams', 'viewers', 'peak'] as const;
export type GameSort = (typeof gameSorts)[number];

/** Writes a range in words. */
export function rangeText(range: string): string {
  return range === 'all' ? 'all time' : `last ${range} days`;
}

export class StreamerQuery {
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range = '30';

  @IsIn(streamSorts, { message: `sort must be one of ${streamSorts.join(', ')}` })
  sort?: StreamSort = 'started';

  @CursorQuery('Number of streams before the page of the table.')
  cursor = 0;

  @IsIn(gameSorts, { message: `games must be one of ${gameSorts.join(', ')}` })
  games?: GameSort = 'watchtime';

  @CursorQuery('Number of games before the page of the table.')
  games_cursor?: number = 0;
}
