import { greatest, sum } from 'd3-array';
import { dayMs, hourMs, minuteMs } from '../../figures/time.js';
import { StreamOutline, StreamTime } from '../../streams/detail/stream-summary.response.js';

/** A pattern needs at least this many streams. */
export const minStreams = 5;

const hoursPerDay = 24;
const minPerWeekday = 3;
const maxWeekdays = 3;

/** When a streamer usually streams, in UTC (docs/metrics.md). */
export interface UsualTimes {
  /** The first hour, and the hour after the last one. It may be in the next day: from 22 to 2. */
  from: number;
  to: number;
  /** Number of hours, 24 for all hours of the day. */
  length: number;
  /** Whether half of the streams or more were live in each of these hours. */
  isUsual: boolean;
  /** Up to three weekdays, 0 is Monday, with four fifths of the streams in the first hour. Empty without such days. */
  weekdays: number[];
}

/**
 * Returns the hours of the day in which most streams were live. Null if there are fewer than five streams, or if no hour
 * stands out. A stream counts for an hour if it was live in the middle of the hour. An hour stands out if its count
 * exceeds the mean of all hours by at least three standard deviations of a count by chance.
 */
export function usualTimes(streams: readonly StreamTime[]): UsualTimes | null {
  if (streams.length < minStreams) return null;
  const live = streams.map(liveHours);
  const counts = Array.from({ length: hoursPerDay }, (_, hour) => live.filter((hours) => hours.has(hour)).length);
  const chance = sum(counts) / hoursPerDay / streams.length;
  const outstanding = streams.length * chance + 3 * Math.sqrt(streams.length * chance * (1 - chance));
  const most = Math.max(...counts);
  if (most === 0 || most < outstanding) return null;
  const isUsual = 2 * most >= streams.length;
  const [from, length] = longestRun(counts, isUsual ? Math.max(outstanding, streams.length / 2) : outstanding);
  const weekdays = isUsual ? commonWeekdays(live.flatMap((hours) => hours.get(from) ?? [])) : [];
  return { from, to: (from + length) % hoursPerDay, length, isUsual, weekdays };
}

/** Returns the hours of the day in whose middle a stream was live, each with the weekday of the first such hour. */
function liveHours({ started_at, minutes }: StreamTime): Map<number, number> {
  const start = Date.parse(started_at);
  const hours = new Map<number, number>();
  const first = Math.ceil((start - hourMs / 2) / hourMs) * hourMs + hourMs / 2;
  for (let at = first; at < start + minutes * minuteMs && hours.size < hoursPerDay; at += hourMs) {
    const moment = new Date(at);
    hours.set(moment.getUTCHours(), (moment.getUTCDay() + 6) % 7);
  }
  return hours;
}

/** Returns the first hour and the length of the longest run of hours with at least this count, also across midnight. */
function longestRun(counts: readonly number[], least: number): [from: number, length: number] {
  const runs = counts.map((_, from): [number, number] => {
    let length = 0;
    while (length < hoursPerDay && (counts[(from + length) % hoursPerDay] ?? 0) >= least) length += 1;
    return [from, length];
  });
  return greatest(runs, ([, length]) => length) ?? [0, 0];
}

/** Returns the weekdays with four fifths of the streams, in the order of the week; [] if there are too many. */
function commonWeekdays(weekdays: readonly number[]): number[] {
  const days = Array.from({ length: 7 }, (_, day) => ({ day, count: weekdays.filter((one) => one === day).length }));
  const common = days.filter(({ count }) => count >= minPerWeekday);
  const share = sum(common, ({ count }) => count) / weekdays.length;
  return common.length <= maxWeekdays && share >= 0.8 ? common.map(({ day }) => day) : [];
}

const minMs = 14 * dayMs;
const pauseMs = 14 * dayMs;

/** How often a streamer streams (docs/metrics.md). */
interface Rhythm {
  /** Rounded to an integer. Null in less than two weeks, or with less than one stream per week. */
  perWeek: number | null;
  /** Whether the newest stream started in the last two weeks. */
  isCurrent: boolean;
}

/**
 * Returns how often a streamer has streamed from a time to now. Without `from`, the time starts with the first of the
 * streams, because nothing is known before.
 */
export function computeRhythm(streams: readonly Pick<StreamOutline, 'started_at'>[], now: Date, from?: Date): Rhythm {
  const starts = streams.map(({ started_at }) => Date.parse(started_at));
  const spanMs = now.getTime() - (from?.getTime() ?? Math.min(...starts));
  const perWeek = Math.round((streams.length * 7 * dayMs) / spanMs);
  const isCurrent = now.getTime() - Math.max(...starts) < pauseMs;
  return { perWeek: spanMs < minMs || perWeek < 1 ? null : perWeek, isCurrent };
}
