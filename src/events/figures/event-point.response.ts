import { ApiProperty } from '@nestjs/swagger';
import { countSchema, moment, nullableCount } from '../../http/query/value-schemas.js';

/** The viewers of an event in one interval. */
export class EventPoint {
  @ApiProperty({ description: 'Start of the interval, UTC.', ...moment })
  created_at: string;

  @ApiProperty({
    description: 'Start of the interval as an offset from the start of the event (`hh:mm:ss`). Hours can exceed 99.',
    type: 'string',
    pattern: '^[0-9]{2,}:[0-5][0-9]:[0-5][0-9]$',
    example: '00:05:00',
  })
  timestamp: string;

  @ApiProperty({
    description: 'Sum of the average viewers of the streams whose viewers are known. Null if there are none.',
    ...nullableCount,
  })
  viewers: number | null;

  @ApiProperty({
    description: 'Part of `viewers` that official streams had. Null if none of them is known.',
    ...nullableCount,
  })
  official_viewers: number | null;

  @ApiProperty({
    description: 'Part of `viewers` that co-streams had. Null if none of them is known.',
    ...nullableCount,
  })
  co_stream_viewers: number | null;

  @ApiProperty({ description: 'Number of live streams whose viewers are known.', ...countSchema })
  streams: number;

  @ApiProperty({ description: 'Number of live streams whose viewers are unknown.', ...countSchema })
  unknown_streams: number;
}
