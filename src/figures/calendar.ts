import { formatIn } from '../clock/zone-formats.js';
import { bisectChange } from './local-hours.js';
import { dayMs, hourMs } from './time.js';
import { FixedWindow } from './windows.js';

/** An upper bound for the offset of any time zone. */
const largestOffsetMs = 16 * hourMs;

/** Returns the local time minus UTC at a moment. The formatted moment ends with an offset such as `GMT+05:30`. */
function offsetMs(at: number, format: Intl.DateTimeFormat): number {
  const [, sign, ...parts] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(at)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (sign === '-' ? -1_000 : 1_000) * (3_600 * hours + 60 * minutes + seconds);
}

/** Returns a function for the local time minus UTC at a moment. Days without a change of the clock are formatted once. */
export function createOffsetAt(zone: string): (at: number) => number {
  if (zone === 'UTC') return () => 0;
  const format = formatIn(zone);
  const days = new Map<number, number>();
  const offsetOfDay = (day: number) => {
    const offset = days.get(day) ?? offsetMs(day * dayMs, format);
    days.set(day, offset);
    return offset;
  };
  return (at) => {
    const day = Math.floor(at / dayMs);
    const offset = offsetOfDay(day);
    return offset === offsetOfDay(day + 1) ? offset : offsetMs(at, format);
  };
}

/**
 * Returns the start of a local date: midnight, the earlier midnight if clocks go back over midnight, or the clock
 * change if clocks skip midnight. A day that a zone skips begins and ends at the change. `midnight` is the midnight of
 * the date in UTC. Other local times follow the same rule.
 */
export function startOfDay(midnight: Date, zone: string): Date {
  if (zone === 'UTC') return midnight;
  const format = formatIn(zone);
  const utc = midnight.getTime();
  const [low, high] = [utc - largestOffsetMs, utc + largestOffsetMs];
  const [offsetBefore, offsetAfter] = [offsetMs(low, format), offsetMs(high, format)];
  if (offsetBefore === offsetAfter) return new Date(utc - offsetBefore);
  const change = bisectChange(low, high, (at) => offsetMs(at, format) === offsetBefore);
  return new Date(utc - offsetBefore < change ? utc - offsetBefore : Math.max(change, utc - offsetAfter));
}

/** Returns a window of calendar months, with the same number of months before the window. */
export function calendarWindow(year: number, month: number, months: number, zone: string): FixedWindow {
  const start = (offset: number) => startOfDay(new Date(Date.UTC(year, month - 1 + offset)), zone).getTime();
  const from = start(0);
  return { from, to: start(months), before: { from: start(-months), to: from } };
}

/** Returns the window of a calendar month in UTC, such as `2026-10`. */
export function calendarMonth(month: string): FixedWindow {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return calendarWindow(year, number, 1, 'UTC');
}

/** Returns an earlier calendar month. `months` is the distance. */
export function monthBefore(month: string, months = 1): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(new Date(Date.UTC(year, number - 1 - months)));
}

/** Returns the calendar month of a moment in UTC, such as `2026-10`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, '2026-10'.length);
}
