import { ApiProperty } from '@nestjs/swagger';
import { countSchema, moment } from '../../http/query/value-schemas.js';

/** The number of followers of a streamer at one time. */
export class FollowerPoint {
  @ApiProperty({ description: 'Number of followers.', ...countSchema, example: 21432 })
  followers: number;

  @ApiProperty({ description: 'Time of the count, UTC.', ...moment })
  created_at: string;
}
