import { ApiProperty } from '@nestjs/swagger';

/** How many followers a streamer had at a moment. */
export class FollowerPoint {
  @ApiProperty({ description: 'Number of followers.', type: 'integer', minimum: 0, example: 21432 })
  followers: number;

  @ApiProperty({ description: 'When the followers were counted, UTC.', type: 'string', format: 'date-time' })
  created_at: string;
}
