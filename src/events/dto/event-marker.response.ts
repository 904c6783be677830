import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableText } from '../../http/query/value-schemas.js';

/** A marker on the timeline of an event. */
export class EventMarker {
  @ApiProperty({ description: 'ID of the marker.' })
  id: string;

  @ApiProperty({ description: 'Title, as its author wrote it. Escape it before you insert it into a page.' })
  title: string;

  @ApiProperty({
    description: 'Description, as its author wrote it. Escape it before you insert it into a page.',
    ...nullableText,
  })
  description: string | null;

  @ApiProperty({ description: 'Time of the marker, UTC.', ...moment })
  timestamp: string;

  @ApiProperty({ description: 'Color of the marker as #rrggbb.', pattern: '^#[0-9a-f]{6}$' })
  color: string;
}
