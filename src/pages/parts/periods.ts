import { bisectRight } from 'd3-array';
import { utcDay, utcMonday, utcMonth } from 'd3-time';
import { createOffsetAt, startOfDay } from '../../figures/calendar.js';
import { dayMs, hourMs, minuteMs, TimeRange } from '../../figures/time.js';
import { Tick } from '../../charts/axes.js';
import { monthOrYear, shortDay } from '../../charts/labels/time-labels.js';
import { StreamTime } from '../../streams/detail/stream-summary.response.js';

export type PeriodUnit = 'day' | 'week' | 'month';

/** A day, week or month in a time zone. Weeks start on Monday. */
export interface Period extends TimeRange {
  /** The first date, and the one after the last, as midnights in UTC. */
  dates: readonly [first: string, next: string];
  /** Whether the period is not over, or starts before the range. */
  isPart: boolean;
}

const intervals = { day: utcDay, week: utcMonday, month: utcMonth };

/** Returns the unit for bars of a range: days up to a month, weeks up to a year, then months. */
export function periodUnit({ from, to }: TimeRange): PeriodUnit {
  // A month or a year can be an hour longer in a time zone.
  const days = (to - from - hourMs) / dayMs;
  return days <= 31 ? 'day' : days <= 366 ? 'week' : 'month';
}

/** Returns the periods in a time zone that overlap a range, oldest first. */
export function listPeriods(range: TimeRange, unit: PeriodUnit, zone = 'UTC'): Period[] {
  const interval = intervals[unit];
  const { from, to } = shiftTo(zone)(range);
  return interval.range(interval.floor(new Date(from)), new Date(to)).map((first) => {
    const dates = [first, interval.offset(first, 1)] as const;
    const [start, end] = dates.map((date) => startOfDay(date, zone).getTime()) as [number, number];
    const isPart = start < range.from || end > range.to;
    return { from: start, to: end, isPart, dates: [dates[0].toISOString(), dates[1].toISOString()] };
  });
}

/** Returns a function that shifts times by the offset of a zone, so that what draws and writes UTC does so in the zone. */
export function shiftTo(zone: string): <Range extends TimeRange>(range: Range) => Range {
  const offsetAt = createOffsetAt(zone);
  const local = (at: number) => at + offsetAt(at);
  return (range) => ({ ...range, from: local(range.from), to: local(range.to) });
}

/** The streams of a streamer, and the time from which they are known. */
export interface StreamedTime {
  name: string;
  times: readonly StreamTime[];
  knownSince: number;
}

/** A period with the milliseconds that each streamer streamed. */
export interface StreamedRow extends Period {
  /** Null if unknown. */
  ms: (number | null)[];
  /** Whether the time of each streamer is of a part of the period, because it is unknown before. */
  parts: boolean[];
}

/** Returns the time that each streamer streamed in the periods of a range. */
export function streamedRows(
  streamed: readonly StreamedTime[],
  ...of: readonly [range: TimeRange, unit: PeriodUnit, zone?: string]
): StreamedRow[] {
  const periods = listPeriods(...of);
  const sums = streamed.map(({ times }) => streamedIn(periods, times));
  return periods.map((period, i) => ({
    ...period,
    parts: streamed.map(({ knownSince }) => period.isPart || period.from < knownSince),
    ms: streamed.map(({ knownSince }, j) => (period.to <= knownSince ? null : (sums[j]?.[i] ?? 0))),
  }));
}

/** Returns a label in the middle of each period. */
export function periodTicks(periods: readonly Period[], unit: PeriodUnit): Tick[] {
  return periods.map(({ dates: [first, next] }) => {
    const start = new Date(first);
    return {
      at: (start.getTime() + Date.parse(next)) / 2,
      label: unit === 'month' ? monthOrYear(start) : shortDay(start),
    };
  });
}

/** Returns the milliseconds streamed in each period. A stream counts in each period with its time in that period. */
export function streamedIn(periods: readonly Period[], times: readonly StreamTime[]): number[] {
  const starts = periods.map(({ from }) => from);
  const sums = periods.map(() => 0);
  for (const { started_at, minutes } of times) {
    const start = Date.parse(started_at);
    const end = start + Math.round(minutes * minuteMs);
    let index = bisectRight(starts, start) - 1;
    for (let period = periods[index]; period && period.from < end; period = periods[++index]) {
      sums[index] = (sums[index] ?? 0) + Math.min(end, period.to) - Math.max(start, period.from);
    }
  }
  return sums;
}
