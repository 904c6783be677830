import { ExactSums } from './exact-sums.js';
import { Holds } from './holds.js';
import { minuteMs } from '../time.js';

export const unknownFigures = { avg_viewers: null, peak_viewers: null, watchtime: null };

/** Sums of viewers in segments. A segment lasts from one of the `bounds` to the next one, exclusive. */
export class SegmentSums {
  readonly viewerMs: ExactSums;
  readonly timeMs: Float64Array;
  /** Maximum of viewers, and the first time with this maximum. -1 without viewers. */
  readonly peaks: Float64Array;
  readonly peakAt: Float64Array;
  /** Number of samples in each segment. */
  readonly samples: Int32Array;
  private segment = 0;

  constructor(private readonly bounds: Float64Array) {
    const length = Math.max(0, bounds.length - 1);
    this.viewerMs = new ExactSums(length);
    this.timeMs = new Float64Array(length);
    this.peaks = new Float64Array(length).fill(-1);
    this.peakAt = new Float64Array(length);
    this.samples = new Int32Array(length);
  }

  /** Adds the samples of a stream to all segments in which they hold. */
  add({ times, viewers, ends }: Holds): this {
    for (let i = 0; i < times.length; i++) {
      const from = times[i] as number;
      const to = ends[i] as number;
      if (to > from) this.addHold(from, to, viewers[i] as number);
    }
    return this;
  }

  /** Adds a number of viewers for a time. Ascending times are fastest. `rest` keeps viewers beyond 2^53 exact. */
  addHold(from: number, to: number, viewers: number, rest = 0): void {
    const { bounds } = this;
    const count = this.timeMs.length;
    let { segment } = this;
    if (segment === count || from < (bounds[segment] as number)) segment = 0;
    while (segment < count && (bounds[segment + 1] as number) <= from) segment += 1;
    this.segment = segment;
    for (; segment < count && (bounds[segment] as number) < to; segment++) {
      const begin = Math.max(from, bounds[segment] as number);
      if (begin === from) this.samples[segment]! += 1;
      this.addWithin(segment, begin, Math.min(to, bounds[segment + 1] as number), viewers, rest);
    }
  }

  private addWithin(segment: number, begin: number, end: number, viewers: number, rest: number): void {
    const ms = Math.floor(end) - Math.floor(begin);
    this.viewerMs.add(segment, viewers, ms);
    if (rest !== 0) this.viewerMs.add(segment, rest, ms);
    this.timeMs[segment]! += ms;
    const count = viewers + rest;
    if (count <= (this.peaks[segment] as number)) return;
    this.peaks[segment] = count;
    this.peakAt[segment] = Math.floor(begin);
  }

  /** Returns the mean over the known time of a segment: the peak without known time, null without viewers. */
  meanOf(segment: number): number | null {
    const timeMs = this.timeMs[segment] as number;
    return timeMs > 0 ? this.viewerMs.divide(segment, timeMs) : this.peakOf(segment);
  }

  private peakOf(segment: number): number | null {
    const peak = this.peaks[segment] as number;
    return peak < 0 ? null : Math.min(peak, Number.MAX_SAFE_INTEGER);
  }

  /** Returns the figures of a segment, or {@link unknownFigures} without viewers. */
  figuresOf(segment: number) {
    const peak_viewers = this.peakOf(segment);
    if (peak_viewers === null) return unknownFigures;
    return { avg_viewers: this.meanOf(segment), peak_viewers, watchtime: this.viewerMs.divide(segment, minuteMs) };
  }
}
