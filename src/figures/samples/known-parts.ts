import { instant, SegmentSums } from './segment-sums.js';
import { StreamSamples } from './stream-samples.js';

/** The longest time, in milliseconds, for which a sample counts in a graph (docs/metrics.md). */
export const maxHoldMs = 600_000;

/** The parts of a graph: each of `partMs` milliseconds from `from` on. The last one ends at `to`. */
export interface GraphParts {
  from: number;
  to: number;
  partMs: number;
}

export function countParts({ from, to, partMs }: GraphParts): number {
  return Math.max(0, Math.ceil((to - from) / partMs));
}

/** The viewers of a stream in the parts of a graph. Both are null where the stream is not live. */
export interface KnownParts {
  /** Null where the viewers are unknown. */
  values: (number | null)[];
  /** Where the viewers are unknown, the last known number, or the first number before it. Null elsewhere. */
  held: (number | null)[];
}

/**
 * Returns the mean viewers of a stream in each part of a graph in which it is live. A sample counts until the next sample, or
 * until the end of the stream, if that comes within 10 minutes or the length of a part. Otherwise it counts until the end
 * of its part, and the viewers are unknown in the parts after it. A live stream lasts until now.
 */
export function measureParts(samples: StreamSamples, parts: GraphParts, now: number): KnownParts {
  const { at, viewers, start } = samples;
  const { from, to, partMs } = parts;
  const end = samples.end ?? now;
  const count = countParts(parts);
  const first = start < to ? Math.max(0, Math.floor((start - from) / partMs)) : count;
  const after = countParts({ ...parts, to: Math.min(to, end) });
  const bounds = Float64Array.from({ length: count + 1 }, (_, i) => Math.min(to, from + i * partMs));
  const sums = sumKnown(samples, end, bounds, partMs);
  const result: KnownParts = { values: [], held: [] };
  for (let i = 0, place = 0; i < count; i++) {
    while (place < at.length && (at[place] as number) < (bounds[i + 1] as number)) place += 1;
    const isLive = first <= i && i < after;
    const value = isLive ? valueAt(sums, i) : null;
    result.values.push(value);
    result.held.push(isLive && value === null ? (viewers[Math.max(0, place - 1)] ?? 0) : null);
  }
  return result;
}

/** Sums up the time for which each sample counts. */
function sumKnown({ at, viewers }: StreamSamples, end: number, bounds: Float64Array, partMs: number): SegmentSums {
  const from = bounds[0] as number;
  const sums = new SegmentSums(bounds);
  for (let i = 0; i < at.length; i++) {
    const moment = at[i] as number;
    const next = at[i + 1] ?? Math.max(end, moment);
    const endOfPart = from + (Math.floor((moment - from) / partMs) + 1) * partMs;
    const until = next - moment <= Math.max(maxHoldMs, partMs) ? next : Math.min(next, endOfPart);
    sums.add(moment, Math.max(until, moment + instant), viewers[i] as number);
  }
  return sums;
}

function valueAt({ timeMs, peaks, viewerMs }: SegmentSums, i: number): number | null {
  if ((timeMs[i] as number) > 0) return viewerMs.divide(i, timeMs[i] as number);
  return (peaks[i] as number) < 0 ? null : (peaks[i] as number);
}
