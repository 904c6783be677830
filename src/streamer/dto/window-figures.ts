import { ApiProperty } from '@nestjs/swagger';
import { countSchema } from '../../http/query/value-schemas.js';

/** Figures over the streams that started in a window. */
export class WindowFigures {
  @ApiProperty({ description: 'Number of streams that started in the window.', ...countSchema, example: 23 })
  stream_count: number;

  @ApiProperty({
    description:
      'Total whole minutes of these streams. A live stream counts until its last observation, or until now if it was never observed.',
    ...countSchema,
    example: 7386,
  })
  total_minutes: number;

  @ApiProperty({
    description:
      'Average of `avg_viewers` of these streams, weighted by minutes and rounded. Streams with unknown viewers are ignored.',
    ...countSchema,
    example: 2097,
  })
  avg_viewers: number;

  @ApiProperty({ description: 'Maximum concurrent viewers of any of these streams.', ...countSchema, example: 4484 })
  peak_viewers: number;

  @ApiProperty({
    description: 'Total watchtime of these streams, in viewer-minutes.',
    ...countSchema,
    example: 15487598,
  })
  watchtime: number;
}

/** A streamer's figures over the streams that started in the last 30 x 24 hours. */
export class ThirtyDayStats extends WindowFigures {}
