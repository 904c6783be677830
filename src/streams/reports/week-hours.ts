import { ExactSums } from '../../figures/samples/exact-sums.js';
import { forEachHold, knownUntil, SegmentSums } from '../../figures/samples/segment-sums.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { WeekHour } from './week-hour.response.js';

const hourMs = 3_600_000;
const cells = 7 * 24;

/** Sums up streams by hour of the week. `offsetAt` returns the milliseconds from UTC to the time zone at a moment. */
export class WeekHours {
  private readonly liveMs = new Float64Array(cells);
  private readonly streams = new Int32Array(cells);
  private readonly timeMs = new Float64Array(cells);
  private readonly viewerMs = new ExactSums(cells);

  constructor(private readonly offsetAt: (at: number) => number) {}

  /** Adds a stream that lasts until a moment. */
  add(samples: StreamSamples, until: number): void {
    const bounds = this.hoursBetween(samples.start, until);
    const sums = new SegmentSums(bounds);
    forEachHold(samples, knownUntil(samples), sums.add);
    const live = new Set<number>();
    for (let i = 0; i + 1 < bounds.length; i++) {
      const cell = this.cellAt(bounds[i] as number);
      this.liveMs[cell]! += (bounds[i + 1] as number) - (bounds[i] as number);
      this.timeMs[cell]! += sums.timeMs[i] as number;
      this.viewerMs.addSum(cell, sums.viewerMs.at(i));
      live.add(cell);
    }
    for (const cell of live) this.streams[cell]! += 1;
  }

  /** Returns a row for each hour of the week, from Monday, 0:00. */
  rows(): WeekHour[] {
    return Array.from({ length: cells }, (_, cell) => {
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

  /** Returns two moments, and the starts of local hours between them. */
  private hoursBetween(from: number, to: number): number[] {
    const bounds = [];
    for (let at = from; at < to;) {
      bounds.push(at);
      const local = at + this.offsetAt(at);
      at = Math.min(to, at + hourMs - (((local % hourMs) + hourMs) % hourMs));
    }
    return [...bounds, to];
  }

  private cellAt(at: number): number {
    const local = new Date(at + this.offsetAt(at));
    return 24 * ((local.getUTCDay() + 6) % 7) + local.getUTCHours();
  }
}
