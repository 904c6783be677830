import { halfMillisecond, knownHolds } from './holds.js';
import { SegmentSums } from './segment-sums.js';
import { StreamSamples } from './stream-samples.js';
import { TimeRange } from '../time.js';

/** Parts of a graph, each `partMs` long. The first part begins at `from`, and the last part ends at `to`. */
export interface GraphParts extends TimeRange {
  partMs: number;
}

export function countParts({ from, to, partMs }: GraphParts): number {
  return Math.max(0, Math.ceil((to - from) / partMs));
}

/** Returns the start of each part, and the end of the last part. */
export function boundsOf(parts: GraphParts): Float64Array {
  const bounds = new Float64Array(countParts(parts) + 1);
  for (let i = 0; i < bounds.length; i++) bounds[i] = Math.min(parts.to, parts.from + i * parts.partMs);
  return bounds;
}

/** Viewers of a stream in each part of a graph. Both values are null where the stream is not live. */
export interface KnownParts {
  /** Null where the viewers are unknown. */
  values: (number | null)[];
  /** Where the viewers are unknown: the last known number or, before the first sample, the first number. Null elsewhere. */
  heldViewers: (number | null)[];
}

/** Calls `visit` for each part in which a stream is live, with the viewers or null, and the last known viewers. */
type VisitPart = (part: number, viewers: number | null, lastViewers: number) => void;

/**
 * Visits the parts of a graph in which a stream is live: from its start to its end, and the part of each sample. A
 * sample counts until the next sample or the end of the stream, if the time between them is at most 10 minutes or the
 * length of a part. Otherwise, the sample counts until the end of its part, and the viewers are unknown in the
 * following parts. A live stream lasts until now.
 */
export function visitKnownParts(
  samples: StreamSamples,
  parts: GraphParts,
  bounds: Float64Array,
  now: number,
  visit: VisitPart,
): void {
  const { times, viewers, start } = samples;
  const partOf = (moment: number) => Math.floor((moment - parts.from) / parts.partMs);
  const lastMoment = Math.max((samples.end ?? now) - halfMillisecond, times.at(-1) ?? -Infinity, start);
  const first = Math.max(0, partOf(start));
  const after = Math.min(bounds.length - 1, partOf(lastMoment) + 1);
  if (first >= after || start >= parts.to) return;
  const sums = new SegmentSums(bounds.subarray(first, after + 1)).add(knownHolds(samples, parts, now));
  for (let part = first, index = 0; part < after; part++) {
    while (index < times.length && (times[index] as number) < (bounds[part + 1] as number)) index += 1;
    visit(part, sums.meanOf(part - first), viewers[Math.max(0, index - 1)] ?? 0);
  }
}

/** Returns the mean viewers of a stream in each part of a graph (see {@link visitKnownParts}). */
export function measureParts(samples: StreamSamples, parts: GraphParts, now: number): KnownParts {
  const bounds = boundsOf(parts);
  const nowhere = () => Array<number | null>(bounds.length - 1).fill(null);
  const result: KnownParts = { values: nowhere(), heldViewers: nowhere() };
  visitKnownParts(samples, parts, bounds, now, (part, value, lastViewers) => {
    result.values[part] = value;
    if (value === null) result.heldViewers[part] = lastViewers;
  });
  return result;
}
