import { holdsOf, knownUntil } from '../../figures/samples/holds.js';
import { GraphParts } from '../../figures/samples/known-parts.js';
import { SegmentSums } from '../../figures/samples/segment-sums.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { thinned } from '../../figures/thinning.js';
import { ViewerPointRow } from './viewer-point.response.js';

/** One count of viewers. */
export interface ViewerSample {
  created_at: string;
  viewers: number;
}

export interface ViewerGraph<Point> {
  points: Point[];
  /** The first sample with the peak of the stream, otherwise the first of the highest samples; null without samples. */
  peak: ViewerSample | null;
}

/**
 * Returns the time-weighted mean viewers of each part that has a stored sample, oldest first, {@link thinned} to at most `limit`
 * points; only parts that start in `[from, to)`. A sample counts until the next sample, and the last sample until the stream's end. While the stream is live, the last
 * sample has no duration. A part without any duration has the viewers of its sample.
 */
export function graphOf(
  samples: StreamSamples,
  parts: GraphParts,
  limit = Infinity,
  peakViewers: number | null = null,
): ViewerGraph<ViewerPointRow> {
  const stored = withoutPruned(samples);
  const { bounds, peak } = findParts(stored, parts, peakViewers);
  const sums = new SegmentSums(new Float64Array(bounds)).add(holdsOf(stored, knownUntil(stored)));
  const sampled: number[] = [];
  for (let i = 0; i < sums.samples.length; i++) if (sums.samples[i] !== 0) sampled.push(i);
  const starts = sampled.map((i) => bounds[i] as number);
  const means = sampled.map((i) => sums.meanOf(i) ?? 0);
  const kept = sampled.length > limit ? thinned(starts, means, limit) : sampled.keys();
  const points = Array.from(kept, (i) => {
    const start = starts[i] as number;
    const created_at = new Date(start).toISOString();
    return { viewers: means[i] as number, created_at, offset_seconds: (start - samples.start) / 1_000 };
  });
  return { points, peak };
}

/** The last pruned sample is known, but not stored. */
function withoutPruned(samples: StreamSamples): StreamSamples {
  if (samples.prunedUntil === null) return samples;
  return { ...samples, times: samples.times.slice(1), viewers: samples.viewers.slice(1), prunedUntil: null };
}

/** Returns the bounds of the parts with samples and of the pauses between them, and the peak. */
function findParts(
  { times, viewers, start }: StreamSamples,
  { from, to, partMs }: GraphParts,
  peakViewers: number | null,
): { bounds: number[]; peak: ViewerSample | null } {
  const bounds: number[] = [];
  let next = -Infinity;
  let [highest, index] = [-1, 0];
  for (let i = 0; i < times.length; i++) {
    const time = times[i] as number;
    if (time >= next) {
      const part = time - ((time - start) % partMs);
      if (part < from) continue;
      if (part >= to) break;
      next = part + partMs;
      if (bounds.at(-1) !== part) bounds.push(part);
      bounds.push(next);
    }
    const count = viewers[i] === peakViewers ? Infinity : (viewers[i] as number);
    if (count > highest) [highest, index] = [count, i];
  }
  if (highest < 0) return { bounds, peak: null };
  const created_at = new Date(times[index] as number).toISOString();
  return { bounds, peak: { created_at, viewers: viewers[index] as number } };
}
