import { halfMillisecond, holdsOf, knownUntil } from './holds.js';
import { SegmentSums } from './segment-sums.js';
import { StreamSamples } from './stream-samples.js';

/** Changes by time, as triples: time, change in viewers, change in the number of streams with known viewers. */
type Changes = Float64Array;
const width = 3;

/**
 * Sums of all streams together in segments. A sample adds its viewers at its start and subtracts them at its end. The
 * running sum of these changes is the number of viewers.
 */
export class ViewerTotals {
  private readonly sums: SegmentSums;
  /** Sorted lists of changes, longest list first. */
  private readonly runs: Changes[] = [];
  private maxChanges: number;
  /** Last known time of any stream. The last samples of live streams count until this time. */
  knownUntil: number | null = null;
  private at = -Infinity;
  private streams = 0;
  /** Current viewers, as a sum and a remainder so that values above 2^53 stay exact. */
  private viewers = 0;
  private rest = 0;

  /** `mostChanges` is the maximum number of changes in memory, unless more streams overlap. */
  constructor(
    private readonly bounds: Float64Array,
    private readonly mostChanges = 1_000_000,
  ) {
    this.maxChanges = mostChanges;
    this.sums = new SegmentSums(bounds);
  }

  /** Adds a stream. Callers add streams in order of start, so the time before the start can be summed up. */
  add(samples: StreamSamples): void {
    const known = knownUntil(samples);
    if (known === null) return;
    if (this.runs.reduce((sum, { length }) => sum + length, 0) > width * this.maxChanges) this.settle(samples.start);
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
    for (; i < changes.length && (changes[i] as number) < until; i += width) {
      this.moveTo(changes[i] as number);
      this.change(changes[i + 1] as number);
      this.streams += changes[i + 2] as number;
    }
    if (i < changes.length) this.runs.push(changes.slice(i));
    // If most changes remain, the next attempt waits until their number has doubled.
    this.maxChanges = Math.max(this.mostChanges, (2 * (changes.length - i)) / width);
  }

  /** Returns the sums. Call this after adding all streams. */
  finish(): SegmentSums {
    this.settle(Infinity);
    if (this.knownUntil !== null) this.moveTo(this.knownUntil + halfMillisecond);
    return this.sums;
  }

  private moveTo(at: number): void {
    if (this.streams > 0 && at > this.at) this.sums.addHold(this.at, at, this.viewers, this.rest);
    this.at = at;
  }

  /** Adds exactly, by keeping the rounding error of the sum. */
  private change(by: number): void {
    const sum = this.viewers + by;
    const part = sum - this.viewers;
    this.rest += this.viewers - (sum - part) + (by - part);
    this.viewers = sum;
  }

  private changesOf(samples: StreamSamples): Changes {
    const [first, last] = [this.bounds[0] ?? 0, this.bounds[this.bounds.length - 1] ?? 0];
    const { times, viewers, ends } = holdsOf(samples, Infinity);
    const changes = new Float64Array(width * (times.length + 1));
    let [length, current, end] = [0, -1, first];
    for (let i = 0; i < times.length; i++) {
      const from = times[i] as number;
      const to = ends[i] as number;
      const count = viewers[i] as number;
      if (to <= first || from >= last || to <= from) continue;
      end = to;
      if (count === current) continue;
      changes[length] = Math.max(from, first);
      changes[length + 1] = count - Math.max(current, 0);
      changes[length + 2] = current < 0 ? 1 : 0;
      length += width;
      current = count;
    }
    if (current < 0 || end >= last) return changes.subarray(0, length);
    changes.set([end, -current, -1], length);
    return changes.subarray(0, length + width);
  }
}

/** Merges two sorted lists. Simultaneous changes become one change if the sum is exact. */
function merged(one: Changes, other: Changes): Changes {
  const result = new Float64Array(one.length + other.length);
  let [i, j, length] = [0, 0, 0];
  while (i < one.length || j < other.length) {
    const isOne = j === other.length || (i < one.length && (one[i] as number) <= (other[j] as number));
    const from = isOne ? one : other;
    const k = isOne ? i : j;
    if (isOne) i += width;
    else j += width;
    const last = length - width;
    const sum = last >= 0 && result[last] === from[k] ? (result[last + 1] as number) + (from[k + 1] as number) : NaN;
    if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER) {
      result[last + 1] = sum;
      result[last + 2]! += from[k + 2] as number;
    } else {
      for (let column = 0; column < width; column++) result[length++] = from[k + column] as number;
    }
  }
  return result.subarray(0, length);
}
