import { utcMonday } from 'd3-time';
import { hourMs } from '../../../charts/durations.js';
import { cellGrid } from '../../../charts/cell-grid.js';
import { fullNumber, quotientInTenths } from '../../../charts/labels/number-labels.js';
import { fullDay, monthName } from '../../../charts/labels/time-labels.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { Graph } from '../../parts/panels/graph.js';
import { Zone } from '../../parts/moments.js';
import { Panel } from '../../parts/panels/panel.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { filesOf, ChartsView, streamsOfRange } from '../streamer-view.js';
import { dayHours, encodeStreams, weekHours, weeksOf } from '../week-hours.js';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const shortDays = days.map((day) => day.slice(0, 3));

/** The hours of the week at which the streamer is usually live. */
export function HoursPanel({ view }: { view: ChartsView }) {
  const { outlines } = view;
  const week = weekHours(outlines);
  const texts = week.map((row) => row.map(hoursText));
  return (
    <Panel
      id="hours"
      title="Hours of the week"
      files={filesOf(view, 'hours', true)}
      data={streamsOfRange(view)}
      note={
        <>
          Hours streamed by weekday and hour, in <Zone />.{newestOnly(outlines)}
        </>
      }
      empty={outlines.length === 0 && 'No streams in this range.'}
    >
      <div data-week={encodeStreams(outlines)}>
        <Graph
          id="hours-graph"
          label="hours streamed"
          drawing={cellGrid({
            ...{ ...useCanvas(214), rows: shortDays, values: week, title: 'Hours streamed by weekday and hour' },
            description: 'One cell per hour of the week. Stronger colors mean more hours streamed.',
            columns: [0, 6, 12, 18, 24].map((hour) => ({ column: hour, label: `${String(hour).padStart(2, '0')}:00` })),
            ends: ['never', 'most often'],
          })}
          numbers={<Numbers heading="Hour" rows={hours.map((hour) => [`${hour}:00`, texts.map((row) => row[hour])])} />}
        />
      </div>
    </Panel>
  );
}

/** The days of the last 12 months with the hours streamed. Days before the first data are unknown. */
export function CalendarPanel({ view }: { view: ChartsView }) {
  const { streamer, yearOutlines, year, knownSince } = view;
  const since = new Date(Math.max(knownSince, year.from.getTime()));
  const weeks = weeksOf(year);
  const values = dayHours(yearOutlines, weeks, since, year.to);
  const known = values.flat().filter((value) => value !== null);
  const streamed = known.filter((value) => value > 0).length;
  const unknownWeeks = weeks.filter((week) => utcMonday.offset(week, 1) <= since).length;
  return (
    <Panel
      id="calendar"
      title="Days with a stream, last 12 months"
      files={filesOf({ streamer, range: '30' }, 'calendar', true)}
      note={`On ${streamed} of ${known.length} known days, in UTC.${unknownWeeks > 0 ? ` Hatched: unknown before ${fullDay(since)}.` : ''}${newestOnly(yearOutlines)}`}
      empty={yearOutlines.length === 0 && 'No streams in the last 12 months.'}
    >
      <Graph
        id="calendar-graph"
        label="hours streamed by day"
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

function hoursText(ms: number): string {
  return fullNumber(quotientInTenths(ms, hourMs));
}

type NumbersRow = readonly [heading: string, cells: readonly (string | undefined)[]];

/** A table with a column per weekday. */
function Numbers({ heading, rows }: { heading: string; rows: readonly NumbersRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {shortDays.map((day) => (
            <th scope="col" class="num" key={day}>
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody dangerouslySetInnerHTML={{ __html: rows.map(rowOf).join('') }} />
    </table>
  );
}

/** Returns a row as markup, because hundreds of elements take much longer to render. Its texts need no escaping. */
function rowOf([heading, cells]: NumbersRow): string {
  const texts = cells.map((cell) => `<td class="num">${cell ?? ''}</td>`);
  return `<tr><th scope="row">${heading}</th>${texts.join('')}</tr>`;
}
