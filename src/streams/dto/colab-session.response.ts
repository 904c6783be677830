import { ApiProperty } from '@nestjs/swagger';

/** Time in which streamers broadcast together. */
export class ColabSession {
  @ApiProperty({ description: 'Id of the session.', example: '320000001' })
  id: string;

  @ApiProperty({ description: 'When it began, UTC.', type: 'string', format: 'date-time' })
  started_at: string;

  @ApiProperty({
    description: 'When it ended, UTC; null while it goes on.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  ended_at: string | null;

  @ApiProperty({
    description:
      "Logins of who took part, sorted, the stream's own streamer among them; the channel id of who has no login.",
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    example: ['aurora_plays', 'coop_carla'],
  })
  participants: string[] | null;
}
