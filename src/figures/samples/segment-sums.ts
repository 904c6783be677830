import { ExactSums } from './exact-sums.js';
import { StreamSamples } from './stream-samples.js';

/**
 * The time in milliseconds that a sample without a duration is assumed to count, and by which the end of an event is
 * delayed. Stored times are whole milliseconds, so this reaches no other time.
 */
export const instant = 0.5;

/** The time from `from` to `to` for which a number of viewers counts. */
type VisitHold = (from: number, to: number, viewers: number) => void;

/**
 * Calls `visit` for the time of each sample: until the next sample, or until the end of the stream. The last sample of a live
 * stream counts up to and including `liveUntil`.
 */
export function forEachHold({ at, viewers, end }: StreamSamples, liveUntil: number | null, visit: VisitHold): void {
  const last = at.length - 1;
  for (let i = 0; i < last; i++) {
    const [from, to] = [at[i] as number, at[i + 1] as number];
    if (to > from) visit(from, to, viewers[i] as number);
  }
  const from = at[last];
  if (from === undefined) return;
  if (end !== null) visit(from, Math.max(end, from + instant), viewers[last] as number);
  else if (liveUntil !== null) visit(from, liveUntil + instant, viewers[last] as number);
}

/** Returns the last time of which a stream is known; null without samples. */
export function knownUntil({ at, end }: StreamSamples): number | null {
  return at.length === 0 ? null : (end ?? (at.at(-1) as number));
}

/** The sums of viewers in segments, each from one of `bounds` to the next. */
export class SegmentSums {
  readonly viewerMs: ExactSums;
  readonly timeMs: Float64Array;
  /** The highest number of viewers, and its first time. -1 without viewers. */
  readonly peaks: Float64Array;
  readonly peakAt: Float64Array;
  private segment = 0;

  constructor(readonly bounds: ArrayLike<number>) {
    const length = Math.max(0, bounds.length - 1);
    this.viewerMs = new ExactSums(length);
    this.timeMs = new Float64Array(length);
    this.peaks = new Float64Array(length).fill(-1);
    this.peakAt = new Float64Array(length);
  }

  /** Adds the time of a sample. Consecutive times are the fastest. Viewers beyond 2^53 can have a `rest`. */
  readonly add = (from: number, to: number, viewers: number, rest = 0): void => {
    const { bounds } = this;
    const count = this.timeMs.length;
    if (this.segment === count || from < (bounds[this.segment] as number)) this.segment = 0;
    while (this.segment < count && (bounds[this.segment + 1] as number) <= from) this.segment += 1;
    for (; this.segment < count && (bounds[this.segment] as number) < to; this.segment++) {
      const begin = Math.max(from, bounds[this.segment] as number);
      const end = Math.min(to, bounds[this.segment + 1] as number);
      this.addWithin(this.segment, begin, end, viewers, rest);
      if (end === to) return;
    }
  };

  private addWithin(segment: number, begin: number, end: number, viewers: number, rest: number): void {
    const ms = Math.floor(end) - Math.floor(begin);
    this.viewerMs.add(segment, viewers, ms);
    if (rest !== 0) this.viewerMs.add(segment, rest, ms);
    this.timeMs[segment]! += ms;
    if (viewers + rest <= (this.peaks[segment] as number)) return;
    this.peaks[segment] = viewers + rest;
    this.peakAt[segment] = Math.floor(begin);
  }
}
