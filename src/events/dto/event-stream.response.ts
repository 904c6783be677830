import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import {
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
  NullableTextProperty,
  NullableUriProperty,
  streamTitle,
  externalIdSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';

const streamRoles = ['official', 'co_stream'] as const;
export type StreamRole = (typeof streamRoles)[number];

/** The role of a stream in an event. */
export const streamRole = {
  description: 'Role in the event. Without an imported role, the stream that hosts the event is official.',
  type: 'string',
  enum: [...streamRoles, null],
  nullable: true,
} as const;

/** A stream of an event. Null means that the value is unknown or that the platform has deleted it. */
export class EventStream {
  @ApiProperty({ description: 'ID of the stream on the platform.' })
  id: string;

  @ApiProperty({ description: 'Channel ID of the streamer.' })
  streamer_id: string;

  @ApiProperty(streamTitle)
  title: string | null;

  @NullableTextProperty('Game or category.')
  game_name: string | null;

  @MomentProperty('Start of the stream, UTC.')
  started_at: string;

  @NullableMomentProperty('End of the stream, UTC. Null while the stream is live.')
  ended_at: string | null;

  @NullableCountProperty('Average concurrent viewers over the whole stream, not only during the event.')
  avg_viewers: number | null;

  @NullableCountProperty('Maximum concurrent viewers over the whole stream, not only during the event.')
  peak_viewers: number | null;

  @ApiProperty({ description: 'Whether the stream is live.' })
  is_live: boolean;

  @ApiProperty({
    description:
      'True if the stream is live but was not observed in the last 30 minutes, so it may have ended. False if it has ended or was never observed.',
  })
  is_stale: boolean;

  @NullableMomentProperty(
    'Time (UTC) of the last observation or viewer sample of a live stream, or of a stream that ended because a later stream of its channel started. Null for other streams, and without observations and samples.',
  )
  last_seen_at: string | null;

  @ApiProperty({ description: 'Display name of the streamer.' })
  display_name: string;

  @NullableUriProperty('URL of the profile image of the streamer.')
  profile_image: string | null;

  @ApiProperty(streamRole)
  role: StreamRole | null;

  @NullableTextProperty('Language as an ISO 639-1 code, or `other`.', { example: 'en' })
  language: string | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('stream'))
  external_id: string | null;
}
