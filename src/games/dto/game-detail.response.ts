import { ApiProperty } from '@nestjs/swagger';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { Game } from './game.response.js';
import { GameStreamer } from './game-streamer.response.js';

/** A game, and who streams it. */
export class GameDetail extends Game {
  @ApiProperty({
    type: [LiveStream],
    description:
      'The streams that are live with this game, by the viewers of their last sample, most first. Of equal viewers the lower stream id comes first.',
  })
  live: LiveStream[];

  @ApiProperty({
    type: [GameStreamer],
    description:
      'The streamers with the most watchtime in this game, as of the last refresh. Of equal watchtime the lower channel id comes first.',
  })
  streamers: GameStreamer[];
}
