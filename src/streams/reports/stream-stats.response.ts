import { ApiProperty } from '@nestjs/swagger';
import { countSchema, moment, nullableCount, nullableMoment } from '../../http/query/value-schemas.js';

/**
 * The figures of a stream or of a part of it. Figures are null without viewer samples, and if the range begins before the
 * last pruned sample.
 */
export class StreamStats {
  @ApiProperty({ description: 'Start of the range within the stream, UTC.', ...moment })
  from: string;

  @ApiProperty({
    description:
      'End of the range within the stream, UTC. The range of a live stream ends with its last observation at the latest.',
    ...moment,
  })
  to: string;

  @ApiProperty({ description: 'Whole minutes of the range.', ...countSchema })
  minutes: number;

  @ApiProperty({ description: 'Average concurrent viewers in the range, weighted by time.', ...nullableCount })
  avg_viewers: number | null;

  @ApiProperty({ description: 'Maximum concurrent viewers in the range.', ...nullableCount })
  peak_viewers: number | null;

  @ApiProperty({
    description:
      'First time (UTC) with the maximum. Null if no stored sample has it, and after samples of the range are pruned.',
    ...nullableMoment,
  })
  peak_at: string | null;

  @ApiProperty({ description: 'Watchtime in the range, in viewer-minutes.', ...nullableCount })
  watchtime: number | null;

  @ApiProperty({ description: 'Number of viewer samples in the range.', ...nullableCount })
  sample_count: number | null;

  @ApiProperty({
    description: 'Longest part of the range without a viewer sample, in seconds.',
    ...nullableCount,
  })
  largest_gap_seconds: number | null;
}
