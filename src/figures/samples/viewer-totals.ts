import { forEachHold, instant, knownUntil, SegmentSums } from './segment-sums.js';
import { StreamSamples } from './stream-samples.js';

/** Changes of the number of viewers, and of the number of streams with known viewers, by time. */
interface Changes {
  at: Float64Array;
  viewers: Float64Array;
  streams: Int32Array;
  length: number;
}

/**
 * The sums of the viewers of all streams together in segments. Each sample adds its viewers when it begins and subtracts
 * them when it ends. A running sum of these changes is the number of viewers.
 */
export class ViewerTotals {
  private readonly sums: SegmentSums;
  /** Sorted lists, each longer than the next one. */
  private readonly runs: Changes[] = [];
  private maxChanges: number;
  /** The last time of which any stream is known. The last samples of live streams count until then. */
  knownUntil: number | null = null;
  private at = -Infinity;
  private streams = 0;
  /** The number of viewers, and what its rounding left out beyond 2^53. */
  private viewers = 0;
  private rest = 0;

  /** At most `mostChanges` changes are in memory, unless more streams overlap. */
  constructor(
    private readonly bounds: ArrayLike<number>,
    private readonly mostChanges = 1_000_000,
  ) {
    this.maxChanges = mostChanges;
    this.sums = new SegmentSums(bounds);
  }

  /** Adds a stream. Streams are added by their start, so that the time before it can be summed up. */
  add(samples: StreamSamples): void {
    const known = knownUntil(samples);
    if (known === null) return;
    if (this.runs.reduce((sum, { length }) => sum + length, 0) > this.maxChanges) this.settle(samples.start);
    this.knownUntil = Math.max(known, this.knownUntil ?? known);
    let added = this.changesOf(samples);
    for (let last = this.runs.at(-1); last && last.length <= added.length; last = this.runs.at(-1)) {
      this.runs.pop();
      added = merged(last, added);
    }
    if (added.length > 0) this.runs.push(added);
  }

  /** Sums up the time before a moment. */
  private settle(until: number): void {
    const [changes] = this.runs
      .splice(0)
      .reduceRight<Changes[]>((all, run) => [all[0] ? merged(run, all[0]) : run], []);
    if (changes === undefined) return;
    let i = 0;
    for (; i < changes.length && (changes.at[i] as number) < until; i++) {
      this.moveTo(changes.at[i] as number);
      this.streams += changes.streams[i] as number;
      this.change(changes.viewers[i] as number);
    }
    if (i < changes.length) this.runs.push(after(changes, i));
    // If most changes remain, the next attempt waits for as many more.
    this.maxChanges = Math.max(this.mostChanges, 2 * (changes.length - i));
  }

  /** Returns the sums after all streams are added. */
  finish(): SegmentSums {
    this.settle(Infinity);
    if (this.knownUntil !== null) this.moveTo(this.knownUntil + instant);
    return this.sums;
  }

  private moveTo(at: number): void {
    if (this.streams > 0 && at > this.at) this.sums.add(this.at, at, this.viewers, this.rest);
    this.at = at;
  }

  /** Adds exactly: the rounding error of the sum is kept. */
  private change(by: number): void {
    const sum = this.viewers + by;
    const part = sum - this.viewers;
    this.rest += this.viewers - (sum - part) + (by - part);
    this.viewers = sum;
  }

  private changesOf(samples: StreamSamples): Changes {
    const [first, last] = [this.bounds[0] ?? 0, this.bounds[this.bounds.length - 1] ?? 0];
    const changes = emptyChanges(samples.at.length + 1);
    const put = (at: number, viewers: number, streams: number) => {
      changes.at[changes.length] = at;
      changes.viewers[changes.length] = viewers;
      changes.streams[changes.length++] = streams;
    };
    let current: number | null = null;
    let end = first;
    forEachHold(samples, Infinity, (from, to, viewers) => {
      if (to <= first || from >= last) return;
      if (current === null) put(Math.max(from, first), viewers, 1);
      else if (viewers !== current) put(from, viewers - current, 0);
      [current, end] = [viewers, to];
    });
    if (current !== null && end < last) put(end, -current, -1);
    return changes;
  }
}

function emptyChanges(length: number): Changes {
  return {
    at: new Float64Array(length),
    viewers: new Float64Array(length),
    streams: new Int32Array(length),
    length: 0,
  };
}

function after({ at, viewers, streams, length }: Changes, first: number): Changes {
  const part = <List extends Float64Array | Int32Array>(list: List) => list.slice(first, length) as List;
  return { at: part(at), viewers: part(viewers), streams: part(streams), length: length - first };
}

/** Merges two sorted lists. Changes at the same time become one, if that is exact. */
function merged(one: Changes, other: Changes): Changes {
  const result = emptyChanges(one.length + other.length);
  let [i, j, length] = [0, 0, 0];
  while (i < one.length || j < other.length) {
    const isOne = j === other.length || (i < one.length && (one.at[i] as number) <= (other.at[j] as number));
    const [from, k] = isOne ? [one, i++] : [other, j++];
    const at = from.at[k] as number;
    const viewers = from.viewers[k] as number;
    const streams = from.streams[k] as number;
    const sum = length > 0 && result.at[length - 1] === at ? (result.viewers[length - 1] as number) + viewers : NaN;
    if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER) {
      result.viewers[length - 1] = sum;
      result.streams[length - 1]! += streams;
    } else {
      result.at[length] = at;
      result.viewers[length] = viewers;
      result.streams[length++] = streams;
    }
  }
  result.length = length;
  return result;
}
