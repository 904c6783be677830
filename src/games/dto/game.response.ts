import { ApiProperty } from '@nestjs/swagger';
import { count } from '../../http/value-schemas.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';

/** A game, with the figures of its streams that started in the last 30 x 24 hours, as of the last refresh. */
export class Game extends WindowFigures {
  @ApiProperty({ description: 'Game or category, as its streams have it.', example: 'Minecraft' })
  name: string;

  @ApiProperty({ description: 'Streamers with such a stream.', ...count })
  streamer_count: number;
}
