import { heatMap } from '../../charts/heat-map.js';
import { fullNumber, quotientInTenths } from '../../charts/number-labels.js';
import { Graph } from '../parts/graph.js';
import { Zone } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { StreamerView, streamsOfRange } from './streamer-view.js';
import { encodeStreams, hourMs, weekHours } from './week-hours.js';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The usual live hours of the streamer, by weekday and hour. */
export function HoursPanel({ view }: { view: StreamerView }) {
  const { outlines } = view;
  const week = weekHours(outlines);
  // Both drawings and the table use these texts.
  const texts = week.map((row) => row.map((ms) => fullNumber(quotientInTenths(ms, hourMs))));
  const description = 'One cell per hour of the week. Stronger colors mean more hours streamed.';
  return (
    <Panel
      id="hours"
      title="Streaming hours"
      data={streamsOfRange(view)}
      note={
        <>
          Hours streamed by weekday and hour, in <Zone />.
        </>
      }
      empty={outlines.length === 0 && 'No streams in this range.'}
    >
      <div data-week={encodeStreams(outlines)}>
        <Graph
          id="hours-graph"
          label="hours streamed"
          reads="shapes"
          height={250}
          draw={(canvas) =>
            heatMap({
              ...canvas,
              title: 'Hours streamed by weekday and hour',
              description,
              rows: days.map((day) => day.slice(0, 3)),
              columns: hours.map((hour) => (hour % (canvas.width < 500 ? 6 : 3) === 0 ? String(hour) : '')),
              values: week,
              describe: (row, column) => `${days[row]} ${column}:00, ${texts[row]?.[column]} hours`,
            })
          }
          numbers={<Numbers texts={texts} />}
        />
      </div>
    </Panel>
  );
}

function Numbers({ texts }: { texts: readonly (readonly string[])[] }) {
  return (
    <table class="week">
      <thead>
        <tr>
          <th scope="col">Hour</th>
          {days.map((day) => (
            <th scope="col" class="num" key={day}>
              {day.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody dangerouslySetInnerHTML={{ __html: hours.map((hour) => rowOf(hour, texts)).join('') }} />
    </table>
  );
}

/** Returns the cells of a row as markup, because 200 elements take much longer to render. Numbers need no escaping. */
function rowOf(hour: number, texts: readonly (readonly string[])[]): string {
  const cells = texts.map((row) => `<td class="num">${row[hour] ?? ''}</td>`);
  return `<tr><th scope="row">${hour}:00</th>${cells.join('')}</tr>`;
}
