import { ApiProperty } from '@nestjs/swagger';
import { ThirtyDayStats } from './window-figures.js';

/** The thirty-day stats of a requested streamer. */
export class NamedStats extends ThirtyDayStats {
  @ApiProperty({ description: 'Requested login or channel ID, in lower case.', example: 'aurora_plays' })
  name: string;
}

/** The thirty-day stats of several streamers. */
export class StatsOf {
  @ApiProperty({ type: [NamedStats], description: 'Streamers that exist, in the order of the request.' })
  items: NamedStats[];

  @ApiProperty({
    type: [String],
    description: 'Requested names that match no streamer, in the order of the request.',
    example: ['nobody'],
  })
  unknown: string[];
}
