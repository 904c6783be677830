import { hourAt, hoursOfWeek, visitHours } from '../../figures/local-hours.js';
import { ExactSums } from '../../figures/samples/exact-sums.js';
import { holdsOf } from '../../figures/samples/holds.js';
import { SegmentSums } from '../../figures/samples/segment-sums.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { WeekHour } from './week-hour.response.js';

/** Sums up streams by hour of the week. `offsetAt` returns the milliseconds from UTC to the time zone at a moment. */
export class WeekHours {
  private readonly liveMs = new Float64Array(hoursOfWeek);
  private readonly streams = new Int32Array(hoursOfWeek);
  private readonly timeMs = new Float64Array(hoursOfWeek);
  private readonly viewerMs = new ExactSums(hoursOfWeek);

  constructor(private readonly offsetAt: (at: number) => number) {}

  /** Adds a stream that lasts until a moment. A live stream counts as if it had ended then. */
  add(samples: StreamSamples, until: number): void {
    const bounds: number[] = [];
    const cells: number[] = [];
    visitHours([samples.start, until], this.offsetAt, (cell, from, to) => {
      bounds.push(from);
      cells.push(cell);
      this.liveMs[cell]! += to - from;
    });
    bounds.push(until);
    const sums = new SegmentSums(new Float64Array(bounds)).add(holdsOf({ ...samples, end: until }, null));
    cells.forEach((cell, i) => {
      this.timeMs[cell]! += sums.timeMs[i] as number;
      this.viewerMs.addSum(cell, sums.viewerMs.get(i));
    });
    // A stream without duration is live in the hour of its start.
    const live = cells.length > 0 ? cells : [hourAt(samples.start, this.offsetAt)];
    for (const cell of new Set(live)) this.streams[cell]! += 1;
  }

  /** Returns a row for each hour of the week, from Monday, 0:00. */
  rows(): WeekHour[] {
    return Array.from({ length: hoursOfWeek }, (_, cell) => {
      const timeMs = this.timeMs[cell] as number;
      return {
        weekday: 1 + Math.floor(cell / 24),
        hour: cell % 24,
        live_seconds: Math.round((this.liveMs[cell] as number) / 1_000),
        avg_viewers: timeMs === 0 ? null : this.viewerMs.divide(cell, timeMs),
        streams: this.streams[cell] as number,
      };
    });
  }
}
