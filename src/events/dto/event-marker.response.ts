import { ApiProperty } from '@nestjs/swagger';
import { MomentProperty, NullableTextProperty } from '../../http/query/value-schemas.js';

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
