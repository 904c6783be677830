import { colouredLayers, Layer, stackedArea } from '../../charts/stacked-area.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { ViewerPoint } from '../../streams/dto/viewer-point.response.js';
import { granularitySeconds } from '../../streams/graph-granularity.js';
import { countText, fullNumber } from '../../charts/number-labels.js';
import { dataForms } from '../parts/data-forms.js';
import { timeText } from '../../charts/time-labels.js';
import { useCanvas } from '../parts/canvas.js';
import { Graph } from '../parts/graph.js';
import { markerBand, momentsOfMarkers } from '../parts/marker-band.js';
import { durationText, minutesText } from '../parts/moments.js';
import { MomentsTable } from '../parts/numbers-table.js';
import { Panel } from '../parts/panel.js';
import { plainText } from '../parts/texts.js';
import { EventSpan, momentsOf, totalAt, viewersOf } from './event-graph.js';

export interface EventGraphProps {
  event: EventDetail;
  span: EventSpan;
  /** The viewers of the largest streams. */
  graphs: readonly { stream: EventStream; points: readonly ViewerPoint[] }[];
}

type StreamLayer = Required<Layer>;

const mostNames = 3;

/**
 * The viewers during an event, stacked by stream, with the event's markers. Unknown viewers are hatched and are in no
 * total.
 */
export function EventViewers({ event, span, graphs }: EventGraphProps) {
  const moments = momentsOf(span);
  const stepMinutes = granularitySeconds[span.granularity] / 60;
  const layers = graphs.map(({ stream, points }) => ({
    name: plainText(stream.display_name) || stream.streamer_id,
    ...viewersOf(stream, points, span),
  }));
  const isKnown = layers.some(({ values }) => values.some((value) => value !== null));
  const range = [moments[0] ?? span.from, moments.at(-1) ?? span.to] as const;
  const markers = event.markers.map((marker) => ({ ...marker, title: plainText(marker.title) }));
  const bands = markerBand('Part', markers, range);
  const unknown = unknownText(layers, stepMinutes);
  const description = `Viewers of ${countText(layers.length, 'stream')}, stacked, in intervals of ${minutesText(stepMinutes)}.${unknown && ` Not measured: ${unknown}.`}`;
  const isPart = event.streams.length > graphs.length;
  const which = isPart
    ? `${graphs.length} streams with the highest peaks, of ${event.streams.length} streams`
    : countText(graphs.length, 'stream');
  return (
    <Panel
      id="viewers"
      about="event-viewers"
      title={isPart ? 'Viewers of the largest streams' : 'Viewers of all streams'}
      wide
      note={
        <>
          The total is the sum of the {which}. The table has the number of streams in the total at each time.
          {unknown && ` Hatched: not measured, at the last known height and in no total (${unknown}).`}
        </>
      }
      files={{ of: `events/${event.id}/viewers`, isChart: true }}
      data={dataForms(`/v1/events/${event.id}`)}
      empty={!isKnown && 'No viewer samples of the streams during the event.'}
    >
      <ul class="chart-legend">
        {colouredLayers(layers).map(({ name, colour }) => (
          <li key={colour}>
            <svg width="14" height="14" aria-hidden="true">
              <rect class={`chart-fill-${colour}`} width="14" height="14" rx="3" />
            </svg>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <Graph
        id="viewers-graph"
        label="viewers by stream"
        range={range}
        drawing={stackedArea({
          ...{ id: 'viewers', title: 'Viewers of the event', description, moments, layers, bands },
          ...useCanvas(300 + 28 * bands.length),
          peak: isPart ? undefined : highestTotal(event, layers, moments),
          marks: momentsOfMarkers(markers, range),
          empty: description,
        })}
        numbers={
          <MomentsTable
            names={['Total', 'Streams in total', ...layers.map(({ name }) => <bdi>{name}</bdi>)]}
            rows={moments.map((at, i) => ({ at, values: cellsAt(layers, i) }))}
          />
        }
      />
    </Panel>
  );
}

/** Returns the highest total. It is the peak of the event's figures, or lower, because the graph has averages of intervals. */
function highestTotal({ peak_viewers }: EventDetail, layers: readonly StreamLayer[], moments: readonly number[]) {
  const totals = moments.map((at, i) => ({ at, value: totalAt(layers, i).sum ?? 0 }));
  const { at, value } = totals.reduce((most, total) => (total.value > most.value ? total : most));
  const name = value === peak_viewers ? 'Peak' : 'Highest';
  return { at, value, label: `${name} ${fullNumber(value)}, ${timeText(new Date(at))}` };
}

/** Returns the total with its number of streams, and the viewers of each stream. */
function cellsAt(layers: readonly StreamLayer[], place: number): (number | string | null)[] {
  const { sum, known, streams } = totalAt(layers, place);
  const cells = layers.map(({ values, held }) => values[place] ?? (held[place] === null ? null : 'unknown'));
  return streams === 0 ? [null, null, ...cells] : [sum ?? 'unknown', `${known} of ${streams}`, ...cells];
}

/** Returns the streams with unknown viewers and how long they are unknown; empty without such streams. */
function unknownText(layers: readonly StreamLayer[], stepMinutes: number): string {
  const texts = layers.flatMap(({ name, held }) => {
    const count = held.filter((value) => value !== null).length;
    // Isolates the direction of a name within the sentence.
    return count === 0 ? [] : `\u2068${name}\u2069 for ${durationText(count * stepMinutes)}`;
  });
  const more = texts.length > mostNames ? [countText(texts.length - mostNames, 'other stream')] : [];
  return [...texts.slice(0, mostNames), ...more].join(', ');
}
