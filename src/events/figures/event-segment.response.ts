import { ApiProperty } from '@nestjs/swagger';
import {
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
  NullableTextProperty,
  nullableCount,
} from '../../http/query/value-schemas.js';

const averageOf = (streams: string) => ({
  description: `Part of \`avg_viewers\` that the ${streams} of the event had. Null if no viewers of such streams are known.`,
  ...nullableCount,
});

/**
 * The part of an event from one marker to the next. Figures are null if no viewers are known, and if the part begins before
 * the last pruned sample.
 */
export class EventSegment {
  @NullableTextProperty(
    'Title of the marker at the start. Null before the first marker. Escape it before you insert it into a page.',
  )
  title: string | null;

  @MomentProperty('Start, UTC.')
  from: string;

  @NullableMomentProperty(
    'End, UTC: the next marker, or the end of the event. An event without an end ends with the last known time of its streams; null if none is known.',
  )
  to: string | null;

  @NullableCountProperty('Whole minutes. Null without an end.')
  minutes: number | null;

  @NullableCountProperty(
    'Average of the total concurrent viewers of all streams over the time with known viewers: the average minute audience.',
  )
  avg_viewers: number | null;

  @NullableCountProperty('Maximum of the total concurrent viewers.')
  peak_viewers: number | null;

  @NullableMomentProperty('First time (UTC) with the maximum.')
  peak_at: string | null;

  @NullableCountProperty('Watchtime of all streams, in viewer-minutes.')
  watchtime: number | null;

  @ApiProperty(averageOf('official streams'))
  official_avg_viewers: number | null;

  @ApiProperty(averageOf('co-streams'))
  co_stream_avg_viewers: number | null;
}
