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

/** The viewers of a stream in the parts of a graph from the part `first` on. */
export interface KnownParts {
  first: number;
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
  const { from, to, partMs } = parts;
  const { at, viewers, start } = samples;
  const end = samples.end ?? now;
  const first = Math.max(0, Math.floor((start - from) / partMs));
  const length = start < to ? Math.max(0, countParts({ ...parts, to: Math.min(to, end) }) - first) : 0;
  const bounds = Float64Array.from({ length: length + 1 }, (_, i) => Math.min(to, from + (first + i) * partMs));
  const sums = new SegmentSums(bounds);
  for (let i = 0; i < at.length; i++) {
    const moment = at[i] as number;
    const next = at[i + 1] ?? Math.max(end, moment);
    const endOfPart = from + (Math.floor((moment - from) / partMs) + 1) * partMs;
    const until = next - moment <= Math.max(maxHoldMs, partMs) ? next : Math.min(next, endOfPart);
    sums.add(moment, Math.max(until, moment + instant), viewers[i] as number);
  }
  const result: KnownParts = { first, values: [], held: [] };
  for (let i = 0, place = 0; i < length; i++) {
    while (place < at.length && (at[place] as number) < (bounds[i + 1] as number)) place += 1;
    const timeMs = sums.timeMs[i] as number;
    const peak = sums.peaks[i] as number;
    const value = timeMs > 0 ? sums.viewerMs.divide(i, timeMs) : peak < 0 ? null : peak;
    result.values.push(value);
    result.held.push(value === null ? (viewers[Math.max(0, place - 1)] ?? 0) : null);
  }
  return result;
}
