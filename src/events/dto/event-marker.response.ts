import { ApiProperty } from '@nestjs/swagger';

/** A moment of an event that is worth finding again. */
export class EventMarker {
  @ApiProperty({ description: 'Id of the marker.' })
  id: string;

  @ApiProperty({ description: 'Title, as it was written: escape it before it goes into a page.' })
  title: string;

  @ApiProperty({ description: 'What happened.', type: 'string', nullable: true })
  description: string | null;

  @ApiProperty({ description: 'When, UTC.', type: 'string', format: 'date-time' })
  timestamp: string;

  @ApiProperty({ description: 'Its colour, as #rrggbb.', pattern: '^#[0-9a-f]{6}$' })
  color: string;
}
