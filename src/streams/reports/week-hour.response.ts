import { ApiProperty } from '@nestjs/swagger';
import { CountProperty, NullableCountProperty } from '../../http/query/value-schemas.js';

/** The streams in one hour of the week. */
export class WeekHour {
  @ApiProperty({
    description: 'Day of the week; 1 is Monday.',
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: 7,
  })
  weekday: number;

  @ApiProperty({
    description: 'Local hour, from its start.',
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: 23,
  })
  hour: number;

  @CountProperty('Seconds streamed in this hour of all weeks.')
  live_seconds: number;

  @NullableCountProperty('Average concurrent viewers in this time, weighted by time. Null without viewer samples.')
  avg_viewers: number | null;

  @CountProperty('Number of streams that were live in this hour.')
  streams: number;
}
