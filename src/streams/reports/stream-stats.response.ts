import {
  CountProperty,
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
} from '../../http/query/value-schemas.js';

/**
 * The figures of a part of a stream, or of a whole stream. Figures are null without viewer samples, and if the range begins before the
 * last pruned sample.
 */
export class StreamStats {
  @MomentProperty('Start of the range within the stream, UTC.')
  from: string;

  @MomentProperty('End of the range within the stream, UTC. For a live stream, at most the last observation.')
  to: string;

  @CountProperty('Whole minutes of the range.')
  minutes: number;

  @NullableCountProperty('Average concurrent viewers in the range, weighted by time.')
  avg_viewers: number | null;

  @NullableCountProperty('Maximum concurrent viewers in the range.')
  peak_viewers: number | null;

  @NullableMomentProperty(
    'First time (UTC) with the maximum. Null if no stored sample has it, and after samples of the range are pruned.',
  )
  peak_at: string | null;

  @NullableCountProperty('Watchtime in the range, in viewer-minutes.')
  watchtime: number | null;

  @NullableCountProperty('Number of viewer samples in the range.')
  sample_count: number | null;

  @NullableCountProperty('Longest part of the range without a viewer sample, in seconds.')
  largest_gap_seconds: number | null;
}
