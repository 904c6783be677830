import { forEachHold, instant, knownUntil, SegmentSums } from './segment-sums.js';
import { StreamSamples } from './stream-samples.js';

const minuteMs = 60_000;

const none = {
  ...{ avg_viewers: null, peak_viewers: null, peak_at: null, watchtime: null },
  ...{ sample_count: null, largest_gap_seconds: null },
};

/**
 * Returns the figures of the time from `from` to `to` of a stream. A sample counts until the next one, or until the end of the
 * stream. A range that reaches this end includes a sample at that moment. All figures are null if samples of the range are pruned.
 */
export function computeRange(samples: StreamSamples, from: number, to: number) {
  const { prunedUntil } = samples;
  if (prunedUntil !== null && from < prunedUntil) return none;
  const last = knownUntil(samples);
  const limit = last === null || to < last ? to : to + instant;
  const sums = new SegmentSums([from, limit]);
  forEachHold(samples, last, sums.add);
  const peak = sums.peaks[0] as number;
  if (peak < 0) return { ...none, sample_count: 0 };
  const timeMs = sums.timeMs[0] as number;
  return {
    avg_viewers: timeMs === 0 ? peak : sums.viewerMs.divide(0, timeMs),
    peak_viewers: peak,
    peak_at: new Date(sums.peakAt[0] as number).toISOString(),
    watchtime: sums.viewerMs.divide(0, minuteMs),
    ...computeCoverage(samples, from, limit),
  };
}

/** Returns the number of samples in a range, and its longest part without a sample. A live stream ends with its last sample. */
function computeCoverage({ at, end }: StreamSamples, from: number, limit: number) {
  const within = at.filter((moment) => moment >= from && moment < limit);
  const isAtEnd = end === null && within.at(-1) === at.at(-1);
  const moments = [from, ...within, ...(isAtEnd ? [] : [Math.floor(limit)])];
  const gaps = moments.slice(1).map((moment, i) => moment - (moments[i] as number));
  return {
    sample_count: within.length,
    largest_gap_seconds: Math.round(gaps.reduce((most, gap) => Math.max(most, gap), 0) / 1_000),
  };
}
