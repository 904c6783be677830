import { stackedArea } from '../../charts/stacked-area.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { ViewerPoint } from '../../streams/dto/viewer-point.response.js';
import { granularitySeconds } from '../../streams/graph-granularity.js';
import { countText } from '../../charts/number-labels.js';
import { dataForms } from '../parts/data-forms.js';
import { Graph } from '../parts/graph.js';
import { minutesText } from '../parts/moments.js';
import { MomentsTable } from '../parts/numbers-table.js';
import { Panel } from '../parts/panel.js';
import { plainText } from '../parts/texts.js';
import { EventSpan, momentsOf, valuesAt } from './event-graph.js';

export interface EventGraphProps {
  event: EventDetail;
  span: EventSpan;
  /** The viewers of the largest streams. */
  graphs: readonly { stream: EventStream; points: readonly ViewerPoint[] }[];
}

/** The viewers during an event, stacked by stream, with the event's markers. */
export function EventViewers({ event, span, graphs }: EventGraphProps) {
  const moments = momentsOf(span);
  const stepMs = granularitySeconds[span.granularity] * 1000;
  const layers = graphs.map(({ stream, points }) => ({
    name: plainText(stream.display_name) || stream.streamer_id,
    values: valuesAt(points, moments, stepMs),
  }));
  const isKnown = layers.some(({ values }) => values.some((value) => value !== null));
  const marks = event.markers.map(({ timestamp, title }) => ({ at: Date.parse(timestamp), label: plainText(title) }));
  const description = `Viewers of ${countText(layers.length, 'stream')}, stacked, in intervals of ${minutesText(stepMs / 60_000)}.`;
  const more = event.streams.length > graphs.length;
  const note = more
    ? `The ${graphs.length} streams with the highest peaks, of ${event.streams.length} streams.`
    : undefined;
  return (
    <Panel
      id="viewers"
      title="Total viewers of all streams"
      wide
      note={note}
      data={dataForms(`/v1/events/${event.id}`)}
      empty={!isKnown && 'No viewer samples of the streams during the event.'}
    >
      <Graph
        id="viewers-graph"
        label="viewers by stream"
        reads="moments"
        wide
        height={280}
        draw={(canvas) =>
          stackedArea({
            ...canvas,
            title: 'Viewers of the event',
            description,
            moments,
            layers,
            marks,
            empty: description,
          })
        }
        numbers={
          <MomentsTable
            names={layers.map(({ name }) => (
              <bdi>{name}</bdi>
            ))}
            rows={moments.map((at, i) => ({ at, values: layers.map(({ values }) => values[i] ?? null) }))}
          />
        }
      />
    </Panel>
  );
}
