import { dayMs } from '../../../figures/time.js';

/** The units of the calendar that are ranges of pages. */
export const calendarUnits = ['week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** A week (from Monday), month, quarter or year. `from` and `to` are midnights in UTC of dates, the second exclusive. */
export interface CalendarRange {
  unit: CalendarUnit;
  from: Date;
  to: Date;
}

const form = /^(\d{4})(?:-(?:W(?<week>\d\d)|Q(?<quarter>[1-4])|(?<month>\d\d)))?$/;

/** Reads a text such as 2026-W47, 2026-10, 2026-Q4 or 2026; undefined for another text. Weeks follow ISO 8601. */
export function readCalendarRange(text: string): CalendarRange | undefined {
  const [, year] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const { week, quarter, month } = form.exec(text)?.groups ?? {};
  const unit = week ? 'week' : quarter ? 'quarter' : month ? 'month' : 'year';
  const firstMonth = quarter ? 3 * Number(quarter) - 3 : Number(month ?? 1) - 1;
  // The first week of a year contains January 4.
  const within = week ? Date.UTC(Number(year), 0, 7 * Number(week) - 3) : Date.UTC(Number(year), firstMonth);
  const range = calendarRange(unit, new Date(within));
  return writeCalendarRange(range) === text ? range : undefined;
}

/** Writes a range as {@link readCalendarRange} reads it. */
export function writeCalendarRange({ unit, from }: CalendarRange): string {
  // The year of a week is the year of its Thursday.
  const date = unit === 'week' ? new Date(from.getTime() + 3 * dayMs) : from;
  const year = date.getUTCFullYear();
  const two = (number: number) => String(number).padStart(2, '0');
  if (unit === 'week') return `${year}-W${two(1 + Math.floor((date.getTime() - Date.UTC(year, 0)) / dayMs / 7))}`;
  if (unit === 'month') return `${year}-${two(date.getUTCMonth() + 1)}`;
  return unit === 'quarter' ? `${year}-Q${1 + date.getUTCMonth() / 3}` : String(year);
}

/** Returns the unit with a date or, with `steps`, a later one. `date` has the date in UTC. */
export function calendarRange(unit: CalendarUnit, date: Date, steps = 0): CalendarRange {
  const start = (step: number) => new Date(startOf(unit, date, step));
  return { unit, from: start(steps), to: start(steps + 1) };
}

function startOf(unit: CalendarUnit, date: Date, steps: number): number {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'week') return Date.UTC(year, month, date.getUTCDate() - ((date.getUTCDay() + 6) % 7) + 7 * steps);
  if (unit === 'month') return Date.UTC(year, month + steps);
  return unit === 'quarter' ? Date.UTC(year, month - (month % 3) + 3 * steps) : Date.UTC(year + steps, 0);
}

/** Writes a date for the address and for a field of dates. */
export function writeDate(date: Date | number): string {
  return new Date(date).toISOString().slice(0, '2026-10-01'.length);
}
