import { listPeriods, streamedIn } from '../parts/periods.js';
import { ChartsView, cutStart } from './streamer-view.js';

/** A day in UTC with the milliseconds streamed; null if unknown. */
export interface CalendarDay {
  at: Date;
  ms: number | null;
}

/** Returns the days of the last 12 months in UTC, oldest first. Days before `since` are unknown. */
export function computeCalendar({
  yearTimes,
  year,
  yearOutlines,
  knownSince,
}: Pick<ChartsView, 'yearTimes' | 'year' | 'yearOutlines' | 'knownSince'>): {
  since: Date;
  days: CalendarDay[];
} {
  const since = Math.max(knownSince, year.from.getTime(), cutStart(yearOutlines));
  const periods = listPeriods([year.from.getTime(), year.to.getTime()], 'day');
  const sums = streamedIn(periods, yearTimes);
  const days = periods.map(({ from, to }, i) => ({ at: new Date(from), ms: to <= since ? null : (sums[i] ?? 0) }));
  return { since: new Date(since), days };
}
