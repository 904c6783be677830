import { ApiProperty } from '@nestjs/swagger';
import { CountProperty } from '../../http/query/value-schemas.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';

/** A game with figures over its streams that started in the 30 x 24 hours before the last refresh. */
export class Game extends WindowFigures {
  @ApiProperty({ description: 'Name of the game or category.', example: 'Minecraft' })
  name: string;

  @CountProperty('Number of streamers with a stream of this game in the window.')
  streamer_count: number;
}
