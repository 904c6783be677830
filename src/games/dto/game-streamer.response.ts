import { ApiProperty } from '@nestjs/swagger';
import { PlatformName } from '../../config/platforms.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { nullableUri, externalIdSchema, platformSchema } from '../../http/query/value-schemas.js';

/** A streamer of a game. The figures cover only the streams of this game. */
export class GameStreamer extends WindowFigures {
  @ApiProperty({ description: 'Channel ID.', example: '100000001' })
  id: string;

  @ApiProperty({
    description: 'Login, or the channel ID if the login now belongs to another channel.',
    example: 'aurora_plays',
  })
  name: string;

  @ApiProperty({ description: 'Display name.', example: 'AuroraPlays' })
  display_name: string;

  @ApiProperty({ description: 'URL of the profile image.', ...nullableUri })
  profile_image: string | null;

  @ApiProperty(platformSchema)
  platform: PlatformName;

  @ApiProperty(externalIdSchema('channel'))
  external_id: string | null;
}
