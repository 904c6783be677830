import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableCount, nullableMoment, nullableText } from '../../http/query/value-schemas.js';

const averageOf = (streams: string) => ({
  description: `Part of \`avg_viewers\` that the ${streams} of the event had. Null if no viewers of such streams are known.`,
  ...nullableCount,
});

/**
 * The part of an event from one marker to the next. Figures are null if no viewers are known, and if the part begins before
 * the last pruned sample.
 */
export class EventSegment {
  @ApiProperty({
    description:
      'Title of the marker at the start. Null before the first marker. Escape it before you insert it into a page.',
    ...nullableText,
  })
  title: string | null;

  @ApiProperty({ description: 'Start, UTC.', ...moment })
  from: string;

  @ApiProperty({
    description:
      'End, UTC: the next marker, or the end of the event. An event without an end ends with the last known time of its streams; null if none is known.',
    ...nullableMoment,
  })
  to: string | null;

  @ApiProperty({ description: 'Whole minutes. Null without an end.', ...nullableCount })
  minutes: number | null;

  @ApiProperty({
    description:
      'Average of the total concurrent viewers of all streams over the time with known viewers: the average minute audience.',
    ...nullableCount,
  })
  avg_viewers: number | null;

  @ApiProperty({ description: 'Maximum of the total concurrent viewers.', ...nullableCount })
  peak_viewers: number | null;

  @ApiProperty({ description: 'First time (UTC) with the maximum.', ...nullableMoment })
  peak_at: string | null;

  @ApiProperty({ description: 'Watchtime of all streams, in viewer-minutes.', ...nullableCount })
  watchtime: number | null;

  @ApiProperty(averageOf('official streams'))
  official_avg_viewers: number | null;

  @ApiProperty(averageOf('co-streams'))
  co_stream_avg_viewers: number | null;
}
