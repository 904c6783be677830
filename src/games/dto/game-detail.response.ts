import { ApiProperty } from '@nestjs/swagger';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { Game } from './game.response.js';
import { GameStreamer } from './game-streamer.response.js';

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
