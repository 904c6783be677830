import { ApiProperty } from '@nestjs/swagger';

/** A streamer's figures over the streams that started in the last 30 x 24 hours; zeros without any. */
export class ThirtyDayStats {
  @ApiProperty({ description: 'Streams that started in the window.', type: 'integer', minimum: 0, example: 23 })
  stream_count: number;

  @ApiProperty({
    description: 'Sum of their whole minutes; a live stream counts up to now.',
    type: 'integer',
    minimum: 0,
    example: 7386,
  })
  total_minutes: number;

  @ApiProperty({
    description: 'Mean of their avg_viewers, weighted by minutes, rounded; streams of unknown viewers are left out.',
    type: 'integer',
    minimum: 0,
    example: 2097,
  })
  avg_viewers: number;

  @ApiProperty({ description: 'Most concurrent viewers in any of them.', type: 'integer', minimum: 0, example: 4484 })
  peak_viewers: number;

  @ApiProperty({
    description: 'Sum of their watchtime, in viewer-minutes.',
    type: 'integer',
    minimum: 0,
    example: 15487598,
  })
  watchtime: number;
}
