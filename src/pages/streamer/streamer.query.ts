import { IsIn } from 'class-validator';
import { CursorQuery } from '../../http/integer-query.decorator.js';
import { windowDays } from '../../streamer/dto/window-stats.query.js';

/** The ranges of a streamer page: the windows of the figures, and all time. */
export const ranges = [...windowDays.map(String), 'all'] as const;

export class StreamerQuery {
  @IsIn(ranges, { message: `range must be one of ${ranges.join(', ')}` })
  range = '30';

  @CursorQuery('Number of streams before the page of the table.')
  cursor = 0;
}
