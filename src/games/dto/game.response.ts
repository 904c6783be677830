import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { CountProperty } from '../../http/query/value-schemas.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { WindowFigures } from '../../streamer/dto/window-stats.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';

/** A game with figures over its streams that started in the 30 x 24 hours before the last refresh. */
export class Game extends WindowFigures {
  @ApiProperty({ description: 'Name of the game or category.', example: 'Minecraft' })
  name: string;

  @CountProperty('Number of streamers with a stream of this game in the window.')
  streamer_count: number;
}

/** A streamer of a game. The figures cover only the streams of this game. */
export class GameStreamer extends IntersectionType(
  WindowFigures,
  PickType(ListedStreamer, ['id', 'name', 'display_name', 'profile_image', 'platform', 'external_id']),
) {}

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
