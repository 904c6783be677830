import { ApiProperty } from '@nestjs/swagger';
import { EventMarker } from './event-marker.response.js';
import { EventStream } from './event-stream.response.js';
import { EventSummary } from './event-summary.response.js';

/** An event with its streams and markers. */
export class EventDetail extends EventSummary {
  @ApiProperty({
    description: 'What it is about, as its owner wrote it: escape it before it goes into a page.',
    type: 'string',
    nullable: true,
  })
  description: string | null;

  @ApiProperty({ description: 'Id of the stream that hosts it.', type: 'string', nullable: true })
  host_stream_id: string | null;

  @ApiProperty({ description: 'Its streams, by start, then by id; at most 1,000.', type: [EventStream] })
  streams: EventStream[];

  @ApiProperty({ description: 'Its markers, by time, then by id; at most 1,000.', type: [EventMarker] })
  markers: EventMarker[];
}

/** What is known of an event itself. */
export type EventRow = Omit<EventDetail, 'streams' | 'markers'>;
