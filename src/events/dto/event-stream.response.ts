import { ApiProperty } from '@nestjs/swagger';
import {
  moment,
  nullableCount,
  nullableMoment,
  nullableText,
  nullableUri,
  streamTitle,
} from '../../http/value-schemas.js';

/** A stream that is part of an event. Null means unknown, or deleted by the platform. */
export class EventStream {
  @ApiProperty({ description: 'Id of the stream on the platform.' })
  id: string;

  @ApiProperty({ description: 'Channel id of the streamer.' })
  streamer_id: string;

  @ApiProperty(streamTitle)
  title: string | null;

  @ApiProperty({ description: 'Game or category.', ...nullableText })
  game_name: string | null;

  @ApiProperty({ description: 'When the stream went live, UTC.', ...moment })
  started_at: string;

  @ApiProperty({ description: 'When the stream ended, UTC. Null while it is live.', ...nullableMoment })
  ended_at: string | null;

  @ApiProperty({
    description: 'Mean of the concurrent viewers over the time of the stream, which need not be that of the event.',
    ...nullableCount,
  })
  avg_viewers: number | null;

  @ApiProperty({ description: 'Most concurrent viewers of the stream, over its own time.', ...nullableCount })
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
    ...nullableMoment,
  })
  last_seen_at: string | null;

  @ApiProperty({ description: "The streamer's display name." })
  display_name: string;

  @ApiProperty({ description: "The streamer's profile image.", ...nullableUri })
  profile_image: string | null;
}
