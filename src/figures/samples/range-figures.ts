import { holdsOf, knownUntil } from './holds.js';
import { SegmentSums } from './segment-sums.js';
import { StreamSamples } from './stream-samples.js';
import { TimeRange } from '../time.js';

const none = {
  ...{ avg_viewers: null, peak_viewers: null, peak_at: null, watchtime: null },
  ...{ sample_count: null, largest_gap_seconds: null },
};

/**
 * Returns the figures of a stream in a range. A sample counts until the next sample or the end of the stream. A sample
 * at the end of the stream counts in ranges with a later `to`. All figures are null if samples in the range are pruned.
 * `shown` is the part of the range within the stream.
 */
export function computeRange(samples: StreamSamples, { from, to }: TimeRange, shown: TimeRange) {
  const { prunedUntil } = samples;
  if (prunedUntil !== null && shown.from < prunedUntil) return none;
  const sums = new SegmentSums(Float64Array.of(from, to)).add(holdsOf(samples, knownUntil(samples)));
  const { avg_viewers, peak_viewers, watchtime } = sums.figuresOf(0);
  if (peak_viewers === null) return { ...none, sample_count: 0 };
  const moments = samples.times.filter((time) => time >= from && time < to);
  return {
    ...{ avg_viewers, peak_viewers, peak_at: new Date(sums.peakAt[0] as number).toISOString(), watchtime },
    sample_count: moments.length,
    largest_gap_seconds: Math.round(longestGap(samples, moments, shown) / 1_000),
  };
}

/** Returns the longest part of a range without a sample. A live stream ends with its last sample. */
function longestGap({ times, end }: StreamSamples, moments: readonly number[], { from, to }: TimeRange): number {
  const isAtEnd = end === null && moments.at(-1) === times.at(-1);
  let [longest, before] = [0, from];
  for (const moment of isAtEnd ? moments : [...moments, to]) {
    longest = Math.max(longest, moment - before);
    before = moment;
  }
  return longest;
}

/** Returns the time of the first stored sample with the peak. Null without such a sample, and after samples are pruned. */
export function findPeakTime({ times, viewers, prunedUntil }: StreamSamples, peak: number | null): string | null {
  const time = peak === null || prunedUntil !== null ? undefined : times[viewers.indexOf(peak)];
  return time === undefined ? null : new Date(time).toISOString();
}
