import { ApiProperty } from '@nestjs/swagger';
import {
  CountProperty,
  NullableUriProperty,
  externalIdSchema,
  loginSchema,
  platformSchema,
} from '../../http/query/value-schemas.js';
import { WindowFigures } from '../../streamer/dto/window-stats.response.js';
import { PlatformName } from '../../config/platforms.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';

/** A game with figures over its streams that started in the 30 x 24 hours before the last refresh. */
export class Game extends WindowFigures {
  @ApiProperty({ description: 'Name of the game or category.', example: 'Minecraft' })
  name: string;

  @CountProperty('Number of streamers with a stream of this game in the window.')
  streamer_count: number;
}

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

/** A game with its live streams and top streamers. */
export class GameDetail extends Game {
  @ApiProperty({
    type: [LiveStream],
    description:
      'Live streams of this game, sorted by viewers in the last sample, highest first. Streams with equal viewers are sorted by ID.',
  })
  live: LiveStream[];

  @ApiProperty({
    type: [GameStreamer],
    description:
      'Streamers with the most watchtime in this game, as of the last refresh. Streamers with equal watchtime are sorted by channel ID.',
  })
  streamers: GameStreamer[];
}
