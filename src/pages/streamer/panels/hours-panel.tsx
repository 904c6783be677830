import { hourMs } from '../../../charts/durations.js';
import { cellGrid } from '../../../charts/cell-grid.js';
import { fullNumber, quotientInTenths } from '../../../charts/labels/number-labels.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { Graph } from '../../parts/panels/graph.js';
import { Zone } from '../../parts/moments.js';
import { Panel } from '../../parts/panels/panel.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { filesOf, ChartsView, streamsOfRange } from '../streamer-view.js';
import { encodeStreams, weekHours } from '../week-hours.js';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
export const shortDays = days.map((day) => day.slice(0, 3));

/** The hours of the week at which the streamer is usually live. */
export function HoursPanel({ view }: { view: ChartsView }) {
  const { outlines } = view;
  const week = weekHours(outlines);
  const texts = week.map((row) => row.map(hoursText));
  return (
    <Panel
      id="hours"
      title="Hours of the week"
      note={
        <>
          Hours streamed by weekday and hour, in <Zone />.{newestOnly(outlines)}
        </>
      }
      files={filesOf(view, 'hours', true)}
      data={streamsOfRange(view)}
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

export function hoursText(ms: number): string {
  return fullNumber(quotientInTenths(ms, hourMs));
}

type NumbersRow = readonly [heading: string, cells: readonly (string | undefined)[]];

/** A table with a column per weekday. */
export function Numbers({ heading, rows }: { heading: string; rows: readonly NumbersRow[] }) {
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
