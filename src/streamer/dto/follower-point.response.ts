import { ApiProperty } from '@nestjs/swagger';

/** How many followers a streamer had at a moment. */
export class FollowerPoint {
  @ApiProperty({ description: 'Followers.', type: 'integer', minimum: 0, example: 48211 })
  followers: number;

  @ApiProperty({ description: 'When they were counted, UTC.', type: 'string', format: 'date-time' })
  created_at: string;
}

export interface FollowerPointRow {
  followers: number;
  created_at: Date;
}

export function toFollowerPoint({ followers, created_at }: FollowerPointRow): FollowerPoint {
  return { followers, created_at: created_at.toISOString() };
}
