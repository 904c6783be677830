import { ApiProperty } from '@nestjs/swagger';
import { ThirtyDayStats } from './window-figures.js';

/** The thirty day stats of one of several streamers. */
export class NamedStats extends ThirtyDayStats {
  @ApiProperty({ description: 'The login or channel id that was asked for, in lower case.', example: 'aurora_plays' })
  name: string;
}

/** The thirty day stats of several streamers. */
export class StatsOf {
  @ApiProperty({ type: [NamedStats], description: 'The streamers that exist, in the order of the request.' })
  items: NamedStats[];

  @ApiProperty({
    type: [String],
    description: 'The names of the request that no streamer has, in the order of the request.',
    example: ['nobody'],
  })
  unknown: string[];
}
