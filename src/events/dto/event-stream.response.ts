import { ApiProperty } from '@nestjs/swagger';
import { count } from '../../http/count-schema.js';

/** A stream that is part of an event. Null means unknown, or deleted by the platform. */
export class EventStream {
  @ApiProperty({ description: 'Id of the stream on the platform.' })
  id: string;

  @ApiProperty({ description: 'Channel id of the streamer.' })
  streamer_id: string;

  @ApiProperty({
    description: 'Title, as the streamer wrote it. Escape it before you put it into a page.',
    type: 'string',
    nullable: true,
  })
  title: string | null;

  @ApiProperty({ description: 'Game or category.', type: 'string', nullable: true })
  game_name: string | null;

  @ApiProperty({ description: 'When the stream went live, UTC.', type: 'string', format: 'date-time' })
  started_at: string;

  @ApiProperty({
    description: 'When the stream ended, UTC. Null while it is live.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  ended_at: string | null;

  @ApiProperty({
    description: 'Mean of the concurrent viewers over the time of the stream, which need not be that of the event.',
    ...count,
    nullable: true,
  })
  avg_viewers: number | null;

  @ApiProperty({
    description: 'Most concurrent viewers of the stream, over its own time.',
    ...count,
    nullable: true,
  })
  peak_viewers: number | null;

  @ApiProperty({ description: 'Whether the stream is live.' })
  is_live: boolean;

  @ApiProperty({
    description:
      'Whether the stream is live as far as is known, but was not observed in the last 30 minutes, so it may have ended. False for an ended stream, and for a stream that was never observed.',
  })
  is_stale: boolean;

  @ApiProperty({
    description: 'Time (UTC) at which the stream was last observed while it was live. Null if it was never observed.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  last_seen_at: string | null;

  @ApiProperty({ description: "The streamer's display name." })
  display_name: string;

  @ApiProperty({ description: "The streamer's profile image.", type: 'string', format: 'uri', nullable: true })
  profile_image: string | null;
}
