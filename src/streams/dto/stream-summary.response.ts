import { ApiProperty } from '@nestjs/swagger';
import {
  moment,
  nullableCount,
  nullableMoment,
  nullableText,
  nullableTexts,
  nullableUri,
  streamTitle,
} from '../../http/value-schemas.js';

/** One broadcast with its figures. Null means unknown. */
export class StreamSummary {
  @ApiProperty({ description: 'Id of the stream on the platform.', example: '40100000001' })
  id: string;

  @ApiProperty({ description: 'Channel id of the streamer.', example: '100000001' })
  streamer_id: string;

  @ApiProperty({ description: 'When the stream went live, UTC.', ...moment })
  started_at: string;

  @ApiProperty({ description: 'When the stream ended, UTC. Null while it is live.', ...nullableMoment })
  ended_at: string | null;

  @ApiProperty({ description: 'Whether the stream is live.' })
  is_live: boolean;

  @ApiProperty({
    description:
      'Whether the stream is live as far as is known, but was not observed in the last 30 minutes, so it may have ended. False for an ended stream, and for a stream that was never observed.',
  })
  is_stale: boolean;

  @ApiProperty({ description: 'Mean of the concurrent viewers over the time of the stream.', ...nullableCount })
  avg_viewers: number | null;

  @ApiProperty({ description: 'Most concurrent viewers.', ...nullableCount })
  peak_viewers: number | null;

  @ApiProperty({ description: 'Views that the platform counted while the stream was live.', ...nullableCount })
  live_views: number | null;

  @ApiProperty({ description: 'Views that the platform counted in all, after the stream had ended.', ...nullableCount })
  live_views_final: number | null;

  @ApiProperty({ description: 'Watchtime in viewer-minutes.', ...nullableCount })
  watchtime: number | null;

  @ApiProperty({ description: 'Accounts that wrote in the chat of the stream.', ...nullableCount })
  unique_chatters: number | null;

  @ApiProperty({ description: 'Id of the recording.', ...nullableText })
  vod_id: string | null;

  @ApiProperty({ description: 'Game or category.', ...nullableText })
  game_name: string | null;

  @ApiProperty(streamTitle)
  title: string | null;

  @ApiProperty({ description: 'Tags. [] if the stream has none, null if they are unknown.', ...nullableTexts })
  tags: string[] | null;

  @ApiProperty({ description: 'Preview image.', ...nullableUri })
  thumbnail: string | null;

  @ApiProperty({ description: "The streamer's display name.", ...nullableText })
  user_display_name: string | null;

  @ApiProperty({ description: "The streamer's profile image.", ...nullableUri })
  user_profile_image: string | null;

  @ApiProperty({ description: 'When the figures were last updated, UTC.', ...nullableMoment })
  updated_at: string | null;
}

type OutlineField = 'id' | 'started_at' | 'avg_viewers' | 'peak_viewers' | 'watchtime' | 'game_name';

/** What a graph of many streams needs of each. */
export interface StreamOutline extends Pick<StreamSummary, OutlineField> {
  /** Whole minutes, as in the figures of windows. */
  minutes: number;
}
