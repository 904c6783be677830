import { ApiProperty } from '@nestjs/swagger';
import {
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
  NullableTextProperty,
  CountProperty,
  externalIdSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';
import { PlatformName } from '../../config/platforms.js';
import { StreamRole, streamRole } from '../dto/event-stream.response.js';

const AverageProperty = (streams: string) =>
  NullableCountProperty(
    `Part of \`avg_viewers\` that the ${streams} of the event had. Null if no viewers of such streams are known.`,
  );

/**
 * The part of an event from one marker to the next. Figures are null if no viewers are known, and if the part begins before
 * the last pruned sample.
 */
export class EventSegment {
  @NullableTextProperty(
    'Title of the marker at the start. Null before the first marker. Escape it before you insert it into a page.',
  )
  title: string | null;

  @MomentProperty('Start, UTC.')
  from: string;

  @NullableMomentProperty(
    'End, UTC: the next marker, or the end of the event. An event without an end ends with the last known time of its streams; null if none is known.',
  )
  to: string | null;

  @NullableCountProperty('Whole minutes. Null without an end.')
  minutes: number | null;

  @NullableCountProperty(
    'Average total viewers of all streams over the time with known viewers: the average minute audience.',
  )
  avg_viewers: number | null;

  @NullableCountProperty('Maximum total viewers.')
  peak_viewers: number | null;

  @NullableMomentProperty('First time (UTC) with the maximum.')
  peak_at: string | null;

  @NullableCountProperty('Watchtime of all streams, in viewer-minutes.')
  watchtime: number | null;

  @AverageProperty('official streams')
  official_avg_viewers: number | null;

  @AverageProperty('co-streams')
  co_stream_avg_viewers: number | null;
}

/** The figures of a stream within an event. Figures are null without viewer samples, and if samples of that time are pruned. */
export class EventMemberFigures {
  @ApiProperty({ description: 'ID of the stream on the platform.', example: '40100000001' })
  id: string;

  @ApiProperty({ description: 'Channel ID of the streamer.', example: '100000001' })
  streamer_id: string;

  @ApiProperty({ description: 'Login of the streamer, or the channel ID if the login is unknown.', type: 'string' })
  name: string;

  @ApiProperty({ description: 'Display name of the streamer.' })
  display_name: string;

  @ApiProperty(streamRole)
  role: StreamRole | null;

  @NullableTextProperty('Language as an ISO 639-1 code, or `other`.', { example: 'en' })
  language: string | null;

  @CountProperty('Whole minutes of the stream within the event.')
  minutes: number;

  @NullableCountProperty('Average concurrent viewers of the stream within the event.')
  avg_viewers: number | null;

  @NullableCountProperty('Maximum concurrent viewers of the stream within the event.')
  peak_viewers: number | null;

  @NullableCountProperty('Watchtime of the stream within the event, in viewer-minutes.')
  watchtime: number | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('stream'))
  external_id: string | null;
}

/** The viewers of an event in one interval. */
export class EventPoint {
  @MomentProperty('Start of the interval, UTC.')
  created_at: string;

  @ApiProperty({
    description: 'Start of the interval as an offset from the start of the event (`hh:mm:ss`). Hours can exceed 99.',
    type: 'string',
    pattern: '^[0-9]{2,}:[0-5][0-9]:[0-5][0-9]$',
    example: '00:05:00',
  })
  timestamp: string;

  @NullableCountProperty(
    'Sum of the average viewers of the streams whose viewers are known. Null if no viewers are known.',
  )
  viewers: number | null;

  @NullableCountProperty(
    'Viewers of official streams, included in `viewers`. Null if no official stream has known viewers.',
  )
  official_viewers: number | null;

  @NullableCountProperty('Viewers of co-streams, included in `viewers`. Null if no co-stream has known viewers.')
  co_stream_viewers: number | null;

  @CountProperty('Number of live streams whose viewers are known.')
  streams: number;

  @CountProperty('Number of live streams whose viewers are unknown.')
  unknown_streams: number;
}
