import { utcMonday } from 'd3-time';
import { ChartsView } from './streamer-view.js';
import { dayHours } from './week-hours.js';

/**
 * Returns the milliseconds streamed on each day of the last 12 months in UTC: seven rows, Monday first, with one value
 * per week. Days before `since` are unknown, and null.
 */
export function calendarOf({
  yearOutlines,
  year,
  knownSince,
}: Pick<ChartsView, 'yearOutlines' | 'year' | 'knownSince'>) {
  const since = new Date(Math.max(knownSince, year.from.getTime()));
  const weeks = utcMonday.range(utcMonday.floor(year.from), year.to);
  return { since, weeks, values: dayHours(yearOutlines, weeks, since, year.to) };
}
