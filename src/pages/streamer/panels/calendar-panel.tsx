import { utcMonday } from 'd3-time';
import { cellGrid } from '../../../charts/cell-grid.js';
import { fullDay, monthName } from '../../../charts/labels/time-labels.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { Graph } from '../../parts/panels/graph.js';
import { Panel } from '../../parts/panels/panel.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { calendarOf } from '../calendar.js';
import { ChartsView, filesOf } from '../streamer-view.js';
import { hoursText, Numbers, shortDays } from './hours-panel.js';

/** The days of the last 12 months with the hours streamed. Days before the first data are unknown. */
export function CalendarPanel({ view }: { view: ChartsView }) {
  const { since, weeks, values } = calendarOf(view);
  const known = values.flat().filter((value) => value !== null);
  const streamed = known.filter((value) => value > 0).length;
  const unknownWeeks = weeks.filter((week) => utcMonday.offset(week, 1) <= since).length;
  return (
    <Panel
      id="calendar"
      title="Days with a stream, last 12 months"
      note={`On ${streamed} of ${known.length} known days, in UTC.${unknownWeeks > 0 ? ` Hatched: unknown before ${fullDay(since)}.` : ''}${newestOnly(view.yearOutlines)}`}
      files={{ ...filesOf(view, 'calendar', true), query: {} }}
      empty={view.yearOutlines.length === 0 && 'No streams in the last 12 months.'}
    >
      <Graph
        id="calendar-graph"
        label="hours streamed by day"
        isUtc
        drawing={cellGrid({
          ...{ id: 'calendar', ...useCanvas(214), rows: shortDays, values, title: 'Days with a stream' },
          description: `${streamed} of ${known.length} days of the last 12 months.`,
          columns: weeks.flatMap((week, column) => {
            const month = monthName(week);
            return column > 0 && monthName(weeks[column - 1] as Date) !== month ? [{ column, label: month }] : [];
          }),
          unknown: { columns: unknownWeeks, label: `Unknown before ${fullDay(since)}` },
          ends: ['no stream', 'longest day'],
        })}
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
    </Panel>
  );
}
