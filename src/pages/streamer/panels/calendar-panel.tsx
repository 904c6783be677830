import { utcMonday } from 'd3-time';
import { cellGrid } from '../../../charts/cell-grid.js';
import { fullDay, monthName } from '../../../charts/labels/time-labels.js';
import { ChartPanel } from '../../parts/panels/chart-panel.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { calendarOf } from '../calendar.js';
import { ChartsView, panelFiles } from '../streamer-view.js';
import { weekday } from '../week-hours.js';
import { hoursText, Numbers, shortDays } from './hours-panel.js';

/** The days of the last 12 months with the hours streamed. Days before the first data are unknown. */
export function CalendarPanel({ view }: { view: ChartsView }) {
  const { since, days } = calendarOf(view);
  const { from, to } = view.year;
  const weeks = utcMonday.range(utcMonday.floor(from), to);
  const before = weekday(from);
  const values = shortDays.map((_, row) => weeks.map((_week, column) => days[7 * column + row - before]?.ms ?? null));
  const known = days.flatMap(({ ms }) => ms ?? []);
  const began = new Set(view.yearOutlines.map(({ started_at }) => started_at.slice(0, 10))).size;
  const unknownDays = days.length - known.length;
  return (
    <ChartPanel
      id="calendar"
      title="Days with a stream, last 12 months"
      label="hours streamed by day"
      isUtc
      note={`Streams began on ${began} of ${known.length} known days. Hours after midnight are on the next day. In UTC.${unknownDays > 0 ? ` Hatched: unknown before ${fullDay(since)}.` : ''}${newestOnly(view.yearOutlines)}`}
      files={{ ...panelFiles(view, 'calendar', true), query: {} }}
      empty={view.yearTimes.length === 0 && 'No streams in the last 12 months.'}
      height={214}
      description={`Streams began on ${began} of ${known.length} known days of the last 12 months.`}
      draw={(options) =>
        cellGrid({
          ...{ ...options, title: 'Days with a stream', rows: shortDays, values, ends: ['no stream', 'longest day'] },
          columns: weeks.flatMap((week, column) => {
            const month = monthName(week);
            return column > 0 && monthName(weeks[column - 1] as Date) !== month ? [{ column, label: month }] : [];
          }),
          unknown:
            unknownDays > 0 ? { cells: before + unknownDays, label: `Unknown before ${fullDay(since)}` } : undefined,
        })
      }
      numbers={
        <Numbers
          heading="Week"
          rows={weeks.map((week, column) => [
            `week of ${fullDay(week)}`,
            values.map((row) => {
              const value = row[column] ?? null;
              return value === null ? '' : hoursText(value);
            }),
          ])}
        />
      }
    />
  );
}
