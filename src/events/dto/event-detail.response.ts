import { ApiProperty } from '@nestjs/swagger';
import { MomentProperty, NullableTextProperty } from '../../http/query/value-schemas.js';
import { EventStream } from './event-stream.response.js';
import { EventSummary } from './event-summary.response.js';

/** A marker on the timeline of an event. */
export class EventMarker {
  @ApiProperty({ description: 'ID of the marker.' })
  id: string;

  @ApiProperty({ description: 'Title, as its author wrote it. Escape it before you insert it into a page.' })
  title: string;

  @NullableTextProperty('Description, as its author wrote it. Escape it before you insert it into a page.')
  description: string | null;

  @MomentProperty('Time of the marker, UTC.')
  timestamp: string;

  @ApiProperty({ description: 'Color of the marker as #rrggbb.', pattern: '^#[0-9a-f]{6}$' })
  color: string;
}

/** An event with its streams and markers. */
export class EventDetail extends EventSummary {
  @NullableTextProperty('Description, as the owner of the event wrote it. Escape it before you insert it into a page.')
  description: string | null;

  @NullableTextProperty('ID of the stream that hosts the event.')
  host_stream_id: string | null;

  @ApiProperty({
    description:
      'Streams of the event, sorted by start, then by ID. At most 1,000 streams and 1,000,000 bytes of JSON.',
    type: [EventStream],
  })
  streams: EventStream[];

  @ApiProperty({
    description: 'Markers of the event, by time, then by ID. At most 1,000 markers and 500,000 bytes of text.',
    type: [EventMarker],
  })
  markers: EventMarker[];
}

/** An event without its streams and markers. */
export type EventOnly = Omit<EventDetail, 'streams' | 'markers'>;
