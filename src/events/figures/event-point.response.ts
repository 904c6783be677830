import { ApiProperty } from '@nestjs/swagger';
import { CountProperty, MomentProperty, NullableCountProperty } from '../../http/query/value-schemas.js';

/** The viewers of an event in one interval. */
export class EventPoint {
  @MomentProperty('Start of the interval, UTC.')
  created_at: string;

  @ApiProperty({
    description: 'Start of the interval as an offset from the start of the event (`hh:mm:ss`). Hours can exceed 99.',
    type: 'string',
    pattern: '^[0-9]{2,}:[0-5][0-9]:[0-5][0-9]$',
    example: '00:05:00',
  })
  timestamp: string;

  @NullableCountProperty('Sum of the average viewers of the streams whose viewers are known. Null if there are none.')
  viewers: number | null;

  @NullableCountProperty('Part of `viewers` that official streams had. Null if none of them is known.')
  official_viewers: number | null;

  @NullableCountProperty('Part of `viewers` that co-streams had. Null if none of them is known.')
  co_stream_viewers: number | null;

  @CountProperty('Number of live streams whose viewers are known.')
  streams: number;

  @CountProperty('Number of live streams whose viewers are unknown.')
  unknown_streams: number;
}
