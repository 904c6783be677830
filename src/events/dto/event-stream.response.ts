import { ApiProperty } from '@nestjs/swagger';

/** A stream that is part of an event. Null means unknown, or deleted by the platform. */
export class EventStream {
  @ApiProperty({ description: 'Id of the stream on the platform.' })
  id: string;

  @ApiProperty({ description: 'Channel id of the streamer.' })
  streamer_id: string;

  @ApiProperty({
    description: 'Title, as the streamer wrote it: escape it before it goes into a page.',
    type: 'string',
    nullable: true,
  })
  title: string | null;

  @ApiProperty({ description: 'Game or category.', type: 'string', nullable: true })
  game_name: string | null;

  @ApiProperty({ description: 'When it went live, UTC.', type: 'string', format: 'date-time' })
  started_at: string;

  @ApiProperty({
    description: 'When it ended, UTC; null while it is live.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  ended_at: string | null;

  @ApiProperty({
    description: 'Mean of concurrent viewers over its own time.',
    type: 'integer',
    nullable: true,
    minimum: 0,
  })
  avg_viewers: number | null;

  @ApiProperty({ description: 'Most concurrent viewers in its own time.', type: 'integer', nullable: true, minimum: 0 })
  peak_viewers: number | null;

  @ApiProperty({ description: 'Whether it has not ended yet.' })
  is_live: boolean;

  @ApiProperty({ description: "The streamer's display name." })
  display_name: string;

  @ApiProperty({ description: "The streamer's profile image.", type: 'string', format: 'uri', nullable: true })
  profile_image: string | null;
}
