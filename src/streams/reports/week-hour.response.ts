import { ApiProperty } from '@nestjs/swagger';
import { countSchema, nullableCount } from '../../http/query/value-schemas.js';

/** The streams in one hour of the week. */
export class WeekHour {
  @ApiProperty({ description: 'Day of the week; 1 is Monday.', type: 'integer', minimum: 1, maximum: 7 })
  weekday: number;

  @ApiProperty({ description: 'Local hour, from its start.', type: 'integer', minimum: 0, maximum: 23 })
  hour: number;

  @ApiProperty({ description: 'Seconds streamed in this hour of all weeks.', ...countSchema })
  live_seconds: number;

  @ApiProperty({
    description: 'Average concurrent viewers in this time, weighted by time. Null without viewer samples.',
    ...nullableCount,
  })
  avg_viewers: number | null;

  @ApiProperty({ description: 'Number of streams that were live in this hour.', ...countSchema })
  streams: number;
}
