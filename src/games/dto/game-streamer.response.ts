import { ApiProperty } from '@nestjs/swagger';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { nullableUri } from '../../http/value-schemas.js';

/** A streamer of a game, with the figures of the streams of this game alone. */
export class GameStreamer extends WindowFigures {
  @ApiProperty({ description: 'Channel id.', example: '100000001' })
  id: string;

  @ApiProperty({
    description: 'Login, or the channel id where the login has passed to another channel.',
    example: 'aurora_plays',
  })
  name: string;

  @ApiProperty({ description: 'Display name.', example: 'AuroraPlays' })
  display_name: string;

  @ApiProperty({ description: 'Profile image.', ...nullableUri })
  profile_image: string | null;
}
