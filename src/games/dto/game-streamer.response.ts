import { ApiProperty } from '@nestjs/swagger';
import { WindowFigures } from '../../streamer/dto/window-figures.js';

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

  @ApiProperty({ description: 'Profile image.', type: 'string', format: 'uri', nullable: true })
  profile_image: string | null;
}
