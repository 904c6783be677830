const hourMs = 3_600_000;
export const hoursOfWeek = 7 * 24;
/** 1970 began on a Thursday. */
const firstHour = 3 * 24;

/**
 * Calls `visit` for each local hour between two times, with its part of the time and its place in the week: 0 is Monday, 0:00.
 * `offsetAt` returns the milliseconds from UTC to the time zone at a time.
 */
export function visitHours(
  [from, to]: readonly [number, number],
  offsetAt: (at: number) => number,
  visit: (place: number, from: number, to: number) => void,
): void {
  for (let at = from; at < to;) {
    const offset = offsetAt(at);
    const hour = Math.floor((at + offset) / hourMs);
    const next = Math.min(to, (hour + 1) * hourMs - offset);
    visit((((hour + firstHour) % hoursOfWeek) + hoursOfWeek) % hoursOfWeek, at, next);
    at = next;
  }
}
