import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { NullableUriProperty, externalIdSchema, loginSchema, platformSchema } from '../../http/query/value-schemas.js';

/** A streamer of a game. The figures cover only the streams of this game. */
export class GameStreamer extends WindowFigures {
  @ApiProperty({ description: 'Channel ID.', example: '100000001' })
  id: string;

  @ApiProperty(loginSchema)
  name: string;

  @ApiProperty({ description: 'Display name.', example: 'AuroraPlays' })
  display_name: string;

  @NullableUriProperty('URL of the profile image.')
  profile_image: string | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('channel'))
  external_id: string | null;
}
