import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import {
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
  NullableTextProperty,
  NullableTextsProperty,
  NullableUriProperty,
  streamLanguage,
  streamTitle,
  externalIdSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';

/** One broadcast with its figures. Null means unknown. */
export class StreamSummary {
  @ApiProperty({ description: 'ID of the stream on the platform.', example: '40100000001' })
  id: string;

  @ApiProperty({ description: 'Channel ID of the streamer.', example: '100000001' })
  streamer_id: string;

  @MomentProperty('Start of the stream, UTC.')
  started_at: string;

  @NullableMomentProperty('End of the stream, UTC. Null while the stream is live.')
  ended_at: string | null;

  @ApiProperty({ description: 'Whether the stream is live.' })
  is_live: boolean;

  @ApiProperty({
    description:
      'True if the stream is live but was not observed in the last 30 minutes, so it may have ended. False if it has ended or was never observed.',
  })
  is_stale: boolean;

  @NullableCountProperty('Average concurrent viewers over the stream.')
  avg_viewers: number | null;

  @NullableCountProperty('Maximum concurrent viewers.')
  peak_viewers: number | null;

  @NullableCountProperty('Views counted by the platform while the stream was live.')
  live_views: number | null;

  @NullableCountProperty('Total views counted by the platform after the end of the stream.')
  live_views_final: number | null;

  @NullableCountProperty('Watchtime in viewer-minutes.')
  watchtime: number | null;

  @NullableCountProperty('Number of accounts that wrote in the chat of the stream.')
  unique_chatters: number | null;

  @NullableTextProperty('ID of the recording.')
  vod_id: string | null;

  @NullableTextProperty('Game or category.')
  game_name: string | null;

  @ApiProperty(streamTitle)
  title: string | null;

  @NullableTextsProperty('Tags. Empty if the stream has no tags, null if the tags are unknown.')
  tags: string[] | null;

  @ApiProperty(streamLanguage)
  language: string | null;

  @NullableUriProperty('URL of the preview image.')
  thumbnail: string | null;

  @NullableTextProperty('Display name of the streamer.')
  user_display_name: string | null;

  @NullableUriProperty('URL of the profile image of the streamer.')
  user_profile_image: string | null;

  @NullableMomentProperty('Time of the last update of the figures, UTC.')
  updated_at: string | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('stream'))
  external_id: string | null;
}

type OutlineField = 'id' | 'started_at' | 'avg_viewers' | 'peak_viewers' | 'watchtime' | 'game_name';

/** The start and the minutes of a stream, or of its part in a window. Only the edges of a window divide a minute. */
export type StreamTime = Pick<StreamOutline, 'started_at' | 'minutes'>;

/** The fields of a stream for graphs of many streams. */
export interface StreamOutline extends Pick<StreamSummary, OutlineField> {
  /** Whole minutes, as in the figures of windows. */
  minutes: number;
}
