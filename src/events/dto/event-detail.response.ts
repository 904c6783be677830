import { ApiProperty } from '@nestjs/swagger';
import { EventMarker } from './event-marker.response.js';
import { EventStream } from './event-stream.response.js';
import { EventSummary } from './event-summary.response.js';
import { nullableText } from '../../http/value-schemas.js';

/** An event with its streams and markers. */
export class EventDetail extends EventSummary {
  @ApiProperty({
    description: 'What it is about, as its owner wrote it. Escape it before you put it into a page.',
    ...nullableText,
  })
  description: string | null;

  @ApiProperty({ description: 'Id of the stream that hosts it.', ...nullableText })
  host_stream_id: string | null;

  @ApiProperty({
    description: 'Its streams, by start, then by id. At most 1,000, and 1,000,000 bytes.',
    type: [EventStream],
  })
  streams: EventStream[];

  @ApiProperty({
    description: 'Its markers, by time, then by id. At most 1,000, whose texts take at most 500,000 bytes together.',
    type: [EventMarker],
  })
  markers: EventMarker[];
}

/** An event without its streams and markers. */
export type EventOnly = Omit<EventDetail, 'streams' | 'markers'>;
