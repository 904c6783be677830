import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import {
  CountProperty,
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
  NullableTextProperty,
  NullableUriProperty,
  streamLanguage,
  streamTitle,
  externalIdSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';

/** A live stream and its streamer. Null means unknown. */
export class LiveStream {
  @ApiProperty({ description: 'ID of the stream on the platform.', example: '40100002007' })
  id: string;

  @ApiProperty({ description: 'Channel ID of the streamer.', example: '100000003' })
  streamer_id: string;

  @ApiProperty({
    description: 'Login of the streamer, or the channel ID if the login now belongs to another channel.',
    example: 'nightshift_radio',
  })
  name: string;

  @ApiProperty({ description: 'Display name of the streamer.' })
  display_name: string;

  @NullableUriProperty('URL of the profile image of the streamer.')
  profile_image: string | null;

  @NullableTextProperty('Game or category.')
  game_name: string | null;

  @ApiProperty(streamTitle)
  title: string | null;

  @ApiProperty(streamLanguage)
  language: string | null;

  @NullableCountProperty('Concurrent viewers in the last sample of the stream. Null if no samples exist.')
  viewers: number | null;

  @MomentProperty('Start of the stream, UTC.')
  started_at: string;

  @CountProperty('Whole minutes from the start to the last observation, or to now if the stream was never observed.')
  live_minutes: number;

  @NullableMomentProperty('Time (UTC) at which the stream was last observed. Null if it was never observed.')
  last_seen_at: string | null;

  @ApiProperty({
    description:
      'True if the stream was not observed in the last 30 minutes, so it may have ended. False if it was never observed.',
  })
  is_stale: boolean;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('stream'))
  external_id: string | null;
}
