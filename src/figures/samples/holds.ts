import { StreamSamples } from './stream-samples.js';

/**
 * Time for which a sample without a duration counts. Stored times are whole milliseconds, so the sample cannot reach
 * the next one.
 */
export const halfMillisecond = 0.5;

/** Maximum time, in milliseconds, for which a sample counts in a graph of known viewers (docs/metrics.md). */
export const maxHoldMs = 600_000;

/** Samples and their holds in parallel arrays, oldest first. A hold that ends at its start does not count. */
export interface Holds {
  times: ArrayLike<number>;
  viewers: ArrayLike<number>;
  /** Exclusive end of each hold. */
  ends: Float64Array;
}

/**
 * Returns the holds of a stream. A sample holds until the next sample or the end of the stream. The last sample of a
 * live stream holds up to and including `liveUntil`; if `liveUntil` is null, the sample does not count.
 */
export function holdsOf({ times, viewers, end }: StreamSamples, liveUntil: number | null): Holds {
  const ends = new Float64Array(times.length);
  for (let i = 1; i < times.length; i++) ends[i - 1] = times[i] as number;
  const last = times.at(-1);
  if (last === undefined) return { times, viewers, ends };
  if (end !== null) ends[times.length - 1] = Math.max(end, last + halfMillisecond);
  else ends[times.length - 1] = liveUntil === null ? last : Math.max(liveUntil, last) + halfMillisecond;
  return { times, viewers, ends };
}

/** Returns holds like {@link holdsOf}. A hold longer than 10 minutes and than a part of the graph ends with its part. */
export function knownHolds(
  samples: StreamSamples,
  { from, partMs }: { from: number; partMs: number },
  now: number,
): Holds {
  const holds = holdsOf(samples, now);
  const { times, ends } = holds;
  const longest = Math.max(maxHoldMs, partMs);
  for (let i = 0; i < times.length; i++) {
    const time = times[i] as number;
    if (Math.floor(ends[i] as number) - time <= longest) continue;
    ends[i] = Math.min(ends[i] as number, from + (Math.floor((time - from) / partMs) + 1) * partMs);
  }
  return holds;
}

/** Returns the last known time of a stream; null without samples. */
export function knownUntil({ times, end }: StreamSamples): number | null {
  return times.length === 0 ? null : (end ?? (times.at(-1) as number));
}
