import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import {
  CountProperty,
  NullableCountProperty,
  NullableTextProperty,
  externalIdSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';
import { StreamRole, streamRole } from '../dto/event-stream.response.js';

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
