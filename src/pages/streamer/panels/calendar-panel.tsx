import { utcMonday } from 'd3-time';
import { cellGrid } from '../../../charts/cells/cell-grid.js';
import { countText } from '../../../charts/labels/number-labels.js';
import { fullDay, monthName } from '../../../charts/labels/time-labels.js';
import { maxStreams, streamsTable } from '../../downloads/file-table.js';
import { Column, dayColumn, streamedColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { writeDate } from '../../parts/ranges/calendar-range.js';
import { readPageRange } from '../../parts/ranges/page-range.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { listPeriods, shiftTo, streamedIn } from '../../parts/periods.js';
import { weekday } from '../week-hours.js';
import { shortDays, WeekCell, weekdayColumns } from './week-hours-panel.js';
import { ChartsView, cutStart, StreamerChart } from '../streamer-view.js';

/** A day with the milliseconds streamed; null if unknown. */
interface CalendarDay {
  at: Date;
  /** The date as midnight in UTC. */
  date: string;
  ms: number | null;
}

function dayColumns(zone: string): readonly Column<CalendarDay>[] {
  return [
    dayColumn('Day', zone, ({ at, date }) => ({ at: at.toISOString(), date })),
    streamedColumn('Hours streamed', ({ ms }) => ms),
  ];
}

const weekColumns: readonly Column<{ week: Date; ms: readonly WeekCell[] }>[] = [
  {
    ...{ name: 'Week', isHead: true },
    show: ({ week }) => (
      <>
        week of{' '}
        <time dateTime={writeDate(week)} data-form="utc">
          {fullDay(week)}
        </time>
      </>
    ),
  },
  ...weekdayColumns,
];

/** The days of the last 12 months with the hours streamed. Days before the first data are unknown. */
export const calendarPanel: StreamerChart = {
  id: 'calendar',
  title: 'Days with a stream',
  about: 'when-they-stream',
  period: 'last 12 months',
  zone: ({ zone }) => zone,
  hasData: ({ yearTimes }) => yearTimes.length > 0,
  empty: 'No streams in the last 12 months.',
  show: (view) => {
    const { zone } = view;
    const { days, ...calendar } = computeCalendar(view);
    const shift = shiftTo(zone);
    const local = (at: number) => new Date(shift({ from: at, to: at }).from);
    const [from, to, since] = [local(view.year.from), local(view.year.to), local(calendar.since.getTime())];
    const weeks = utcMonday.range(utcMonday.floor(from), to);
    const before = weekday(from);
    const columns = weeks.map((_, column) => shortDays.map((_day, row) => days[7 * column + row - before]?.ms));
    const known = days.flatMap(({ ms }) => ms ?? []);
    const began = new Set(view.yearOutlines.map(({ started_at }) => writeDate(local(Date.parse(started_at))))).size;
    const unknownDays = days.length - known.length;
    const unknown = { cells: before + unknownDays, label: `Unknown before ${fullDay(since)}` };
    const description = `Streams began on ${began} of ${countText(known.length, 'known day')} of the last 12 months.`;
    return {
      note: `${description} Hours after midnight are on the next day. In ${zone}.${unknownDays > 0 ? ` Dots: unknown before ${fullDay(since)}.` : ''}${newestOnly(view.yearOutlines)}`,
      chart: {
        ...{ label: 'hours streamed by day', height: 214, description },
        draw: (options) =>
          cellGrid({
            ...{ ...options, title: 'Days with a stream', rows: shortDays, ends: ['no stream', 'longest day'] },
            values: shortDays.map((_, row) => columns.map((column) => column[row] ?? null)),
            columns: weeks.flatMap((week, column) => {
              const month = monthName(week);
              return column > 0 && monthName(weeks[column - 1] as Date) !== month ? [{ column, label: month }] : [];
            }),
            unknown: unknownDays > 0 ? unknown : undefined,
          }),
        numbers: <NumbersTable columns={weekColumns} rows={weeks.map((week, i) => ({ week, ms: columns[i] ?? [] }))} />,
      },
    };
  },
  file: (source, { name, range: { query, zone } }) =>
    streamsTable(dayColumns(zone), async () => {
      const range = readPageRange({ ...query, range: '365' });
      const charts = await source.loadCharts({ name, range }, maxStreams);
      return { rows: computeCalendar(charts).days, lists: [charts.yearOutlines] };
    }),
};

/** Returns the days of the last 12 months, oldest first. Days before `since` are unknown. */
export function computeCalendar(view: Pick<ChartsView, 'yearTimes' | 'year' | 'yearOutlines' | 'knownSince' | 'zone'>) {
  const { yearTimes, year, yearOutlines, knownSince, zone } = view;
  const since = Math.max(knownSince, year.from, cutStart(yearOutlines));
  const periods = listPeriods(year, 'day', zone);
  const sums = streamedIn(periods, yearTimes);
  const days = periods.map(({ from, to, dates: [date] }, i): CalendarDay => ({
    ...{ at: new Date(from), date },
    ms: to <= since ? null : (sums[i] ?? 0),
  }));
  return { since: new Date(since), days };
}
