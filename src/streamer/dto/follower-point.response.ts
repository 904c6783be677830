import { ApiProperty } from '@nestjs/swagger';
import { count, moment } from '../../http/value-schemas.js';

/** How many followers a streamer had at a moment. */
export class FollowerPoint {
  @ApiProperty({ description: 'Number of followers.', ...count, example: 21432 })
  followers: number;

  @ApiProperty({ description: 'When the followers were counted, UTC.', ...moment })
  created_at: string;
}
