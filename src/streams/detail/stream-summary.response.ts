import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import {
  moment,
  nullableCount,
  nullableMoment,
  nullableText,
  nullableTexts,
  nullableUri,
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

  @ApiProperty({ description: 'Start of the stream, UTC.', ...moment })
  started_at: string;

  @ApiProperty({ description: 'End of the stream, UTC. Null while the stream is live.', ...nullableMoment })
  ended_at: string | null;

  @ApiProperty({ description: 'Whether the stream is live.' })
  is_live: boolean;

  @ApiProperty({
    description:
      'True if the stream is live but was not observed in the last 30 minutes, so it may have ended. False if it has ended or was never observed.',
  })
  is_stale: boolean;

  @ApiProperty({ description: 'Average concurrent viewers over the stream.', ...nullableCount })
  avg_viewers: number | null;

  @ApiProperty({ description: 'Maximum concurrent viewers.', ...nullableCount })
  peak_viewers: number | null;

  @ApiProperty({ description: 'Views counted by the platform while the stream was live.', ...nullableCount })
  live_views: number | null;

  @ApiProperty({ description: 'Total views counted by the platform after the end of the stream.', ...nullableCount })
  live_views_final: number | null;

  @ApiProperty({ description: 'Watchtime in viewer-minutes.', ...nullableCount })
  watchtime: number | null;

  @ApiProperty({ description: 'Number of accounts that wrote in the chat of the stream.', ...nullableCount })
  unique_chatters: number | null;

  @ApiProperty({ description: 'ID of the recording.', ...nullableText })
  vod_id: string | null;

  @ApiProperty({ description: 'Game or category.', ...nullableText })
  game_name: string | null;

  @ApiProperty(streamTitle)
  title: string | null;

  @ApiProperty({
    description: 'Tags. Empty if the stream has no tags, null if the tags are unknown.',
    ...nullableTexts,
  })
  tags: string[] | null;

  @ApiProperty(streamLanguage)
  language: string | null;

  @ApiProperty({ description: 'URL of the preview image.', ...nullableUri })
  thumbnail: string | null;

  @ApiProperty({ description: 'Display name of the streamer.', ...nullableText })
  user_display_name: string | null;

  @ApiProperty({ description: 'URL of the profile image of the streamer.', ...nullableUri })
  user_profile_image: string | null;

  @ApiProperty({ description: 'Time of the last update of the figures, UTC.', ...nullableMoment })
  updated_at: string | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('stream'))
  external_id: string | null;
}

type OutlineField = 'id' | 'started_at' | 'avg_viewers' | 'peak_viewers' | 'watchtime' | 'game_name';

/** The start and the whole minutes of a stream, or of its part in a window. */
export type StreamTime = Pick<StreamOutline, 'started_at' | 'minutes'>;

/** The fields of a stream for graphs of many streams. */
export interface StreamOutline extends Pick<StreamSummary, OutlineField> {
  /** Whole minutes, as in the figures of windows. */
  minutes: number;
}
