import { smallQuotient } from '../../figures/samples/exact-sums.js';

/** Viewer samples of a stream, oldest first, with their offsets from its start. */
export interface HeldSamples {
  /** Milliseconds from the stream's start to each sample. */
  offsets: readonly number[];
  viewers: readonly number[];
  /** Milliseconds from the stream's start to its end; null while it is live. */
  end: number | null;
}

/** The intervals of a stream that have a sample, numbered from 0, with the mean of each interval. */
export interface PartMeans {
  parts: number[];
  means: number[];
}

/** For larger numbers, the product with an interval length could be inexact. */
const maxExact = 1_000_000_000;

/**
 * Returns the time-weighted mean viewers of each interval that has a sample. A sample counts until the next sample, and
 * the last sample until the stream's end. While the stream is live, the last sample has no duration. An interval
 * without any duration has the viewers of its sample.
 */
export function meansOfParts(samples: HeldSamples, partMs: number): PartMeans {
  const { offsets, viewers, end } = samples;
  const result: PartMeans = { parts: [], means: [] };
  for (let i = 0; i < offsets.length;) {
    const part = Math.floor(at(offsets, i) / partMs);
    const until = (part + 1) * partMs;
    const earlierMs = i > 0 ? at(offsets, i) - part * partMs : 0;
    let sum = i > 0 ? at(viewers, i - 1) * earlierMs : 0;
    let time = earlierMs;
    let most = i > 0 ? at(viewers, i - 1) : 0;
    const first = i;
    for (; i < offsets.length && at(offsets, i) < until; i++) {
      const ms = Math.min(offsets[i + 1] ?? end ?? at(offsets, i), until) - at(offsets, i);
      const count = at(viewers, i);
      sum += count * ms;
      time += ms;
      if (count > most) most = count;
    }
    result.parts.push(part);
    if (time === 0) result.means.push(at(viewers, i - 1));
    else result.means.push(most <= maxExact ? smallQuotient(sum, time) : exactMean(samples, first, until, earlierMs));
  }
  return result;
}

/** Returns the mean of the interval that starts with the sample `first`, with exact arithmetic. */
function exactMean({ offsets, viewers, end }: HeldSamples, first: number, until: number, earlierMs: number): number {
  let sum = first > 0 ? BigInt(at(viewers, first - 1)) * BigInt(earlierMs) : 0n;
  let time = BigInt(earlierMs);
  for (let i = first; i < offsets.length && at(offsets, i) < until; i++) {
    const ms = BigInt(Math.min(offsets[i + 1] ?? end ?? at(offsets, i), until) - at(offsets, i));
    sum += BigInt(at(viewers, i)) * ms;
    time += ms;
  }
  return Number((2n * sum + time) / (2n * time));
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] as number;
}
