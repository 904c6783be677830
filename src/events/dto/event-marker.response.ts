import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableText } from '../../http/value-schemas.js';

/** A marked moment of an event. */
export class EventMarker {
  @ApiProperty({ description: 'Id of the marker.' })
  id: string;

  @ApiProperty({ description: 'Title, as it was written. Escape it before you put it into a page.' })
  title: string;

  @ApiProperty({ description: 'What happened.', ...nullableText })
  description: string | null;

  @ApiProperty({ description: 'The moment that is marked, UTC.', ...moment })
  timestamp: string;

  @ApiProperty({ description: 'Its colour, as #rrggbb.', pattern: '^#[0-9a-f]{6}$' })
  color: string;
}
