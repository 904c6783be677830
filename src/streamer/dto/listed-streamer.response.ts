import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import { ThirtyDayStats } from './window-stats.response.js';
import {
  NullableCountProperty,
  NullableMomentProperty,
  NullableUriProperty,
  streamerLanguage,
  externalIdSchema,
  loginSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';

/** A streamer in a list, with thirty-day stats. */
export class ListedStreamer extends ThirtyDayStats {
  @ApiProperty({ description: 'Channel ID.', example: '100000001' })
  id: string;

  @ApiProperty(loginSchema)
  name: string;

  @ApiProperty({ description: 'Display name.', example: 'AuroraPlays' })
  display_name: string;

  @NullableUriProperty('URL of the profile image.')
  profile_image: string | null;

  @ApiProperty({ description: 'Whether the streamer is live.' })
  is_live: boolean;

  @ApiProperty({
    description:
      'True if the live stream was not observed in the last 30 minutes, so it may have ended. False if the streamer is not live, or if the live stream was never observed.',
  })
  is_stale: boolean;

  @NullableMomentProperty(
    'Time (UTC) at which the live stream was last observed. Null if the streamer is not live, or if the live stream was never observed.',
  )
  last_seen_at: string | null;

  @ApiProperty({
    ...streamerLanguage,
    description: `${streamerLanguage.description} The window is the leaderboard of 30 days.`,
  })
  language: string | null;

  @NullableCountProperty('Followers at the last count. Null if followers were never counted.')
  followers: number | null;

  @NullableMomentProperty('Start of the most recent stream, UTC. Null for a streamer without streams.')
  last_stream_at: string | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('channel'))
  external_id: string | null;
}

/** The fields of a streamer that do not depend on a window. */
export type StreamerProfile = Pick<
  ListedStreamer,
  'display_name' | 'is_live' | 'is_stale' | 'last_seen_at' | 'followers'
>;

/** A streamer whose name is similar to a text that matches no streamer. */
export type SimilarStreamer = Pick<ListedStreamer, 'id' | 'name' | 'display_name'>;
