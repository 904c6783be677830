import { hourMs } from './time.js';

export const hoursOfWeek = 7 * 24;
/** 1970 began on a Thursday. */
const firstHour = 3 * 24;

/** Returns the offset of the time zone from UTC at a time, in milliseconds. */
type OffsetAt = (at: number) => number;

/** Returns the hour of the week at a time: 0 is Monday, 0:00. */
export function hourAt(at: number, offsetAt: OffsetAt): number {
  const hour = Math.floor((at + offsetAt(at)) / hourMs);
  return (((hour + firstHour) % hoursOfWeek) + hoursOfWeek) % hoursOfWeek;
}

/**
 * Calls `visit` for each local hour between two times, with the hour of the week and the visited time. If clocks change
 * within an hour, each side of the change is one visit.
 */
export function visitHours(
  [from, to]: readonly [number, number],
  offsetAt: OffsetAt,
  visit: (hour: number, from: number, to: number) => void,
): void {
  for (let at = from; at < to;) {
    const offset = offsetAt(at);
    const endOfHour = (Math.floor((at + offset) / hourMs) + 1) * hourMs - offset;
    const isSame = (other: number) => offsetAt(other) === offset;
    const next = Math.min(to, isSame(endOfHour - 1) ? endOfHour : bisectChange(at, endOfHour - 1, isSame));
    visit(
      hourAt(at, () => offset),
      at,
      next,
    );
    at = next;
  }
}

/** Returns the first integer after `low` for which `isBefore` is false, at most `high`. */
export function bisectChange(low: number, high: number, isBefore: (at: number) => boolean): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isBefore(middle)) low = middle;
    else high = middle;
  }
  return high;
}
