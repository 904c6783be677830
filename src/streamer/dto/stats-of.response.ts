import { ApiProperty } from '@nestjs/swagger';
import { WindowFigures } from './window-figures.js';
import { WindowLimits } from './window-limits.js';

/** The figures of a requested streamer. */
export class NamedStats extends WindowFigures {
  @ApiProperty({ description: 'Requested login or channel ID, in lower case.', example: 'aurora_plays' })
  name: string;
}

/** The figures of several streamers over the same window. */
export class StatsOf extends WindowLimits {
  @ApiProperty({ type: [NamedStats], description: 'Streamers that exist, in the order of the request.' })
  items: NamedStats[];

  @ApiProperty({
    type: [String],
    description: 'Requested names that match no streamer, in the order of the request.',
    example: ['nobody'],
  })
  unknown: string[];
}
