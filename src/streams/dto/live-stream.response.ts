import { ApiProperty } from '@nestjs/swagger';
import {
  count,
  moment,
  nullableCount,
  nullableMoment,
  nullableText,
  nullableUri,
  streamTitle,
} from '../../http/value-schemas.js';

/** A stream that is live, and its streamer. Null means unknown. */
export class LiveStream {
  @ApiProperty({ description: 'Id of the stream on the platform.', example: '40100002007' })
  id: string;

  @ApiProperty({ description: 'Channel id of the streamer.', example: '100000003' })
  streamer_id: string;

  @ApiProperty({
    description: "The streamer's login, or the channel id where the login has passed to another channel.",
    example: 'nightshift_radio',
  })
  name: string;

  @ApiProperty({ description: "The streamer's display name." })
  display_name: string;

  @ApiProperty({ description: "The streamer's profile image.", ...nullableUri })
  profile_image: string | null;

  @ApiProperty({ description: 'Game or category.', ...nullableText })
  game_name: string | null;

  @ApiProperty(streamTitle)
  title: string | null;

  @ApiProperty({
    description: 'Concurrent viewers of the last sample of the stream. Null without a sample.',
    ...nullableCount,
  })
  viewers: number | null;

  @ApiProperty({ description: 'When the stream went live, UTC.', ...moment })
  started_at: string;

  @ApiProperty({
    description:
      'Whole minutes from the start until the stream was last observed, or up to now if nothing observed it.',
    ...count,
  })
  live_minutes: number;

  @ApiProperty({
    description: 'When the stream was last observed, UTC. Null if nothing observed it.',
    ...nullableMoment,
  })
  last_seen_at: string | null;

  @ApiProperty({
    description:
      'Whether the stream was not observed for 30 minutes, so that it may have ended. False for a stream that nothing ever observed.',
  })
  is_stale: boolean;
}
