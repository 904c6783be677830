import { minuteMs } from '../../charts/durations.js';
import { timeWithin } from '../../charts/labels/time-labels.js';
import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { colouredLayers, Layer, stackedArea } from '../../charts/stacked-area.js';
import { ChartPanel } from '../parts/panels/chart-panel.js';
import { Legend } from '../parts/panels/legend.js';
import { markerBand, startsOf } from '../parts/panels/marker-band.js';
import { durationText, minutesText, Zone } from '../parts/moments.js';
import { MomentsTable } from '../parts/lists/numbers-table.js';
import { plainText } from '../parts/names/texts.js';
import { highestTotal, stepMs, totalAt } from './event-graph.js';
import { EventLayer, EventView } from './event-view.js';

type StreamLayer = Required<Layer>;

const maxNames = 3;

/**
 * The viewers during an event, stacked by stream, with the event's markers. Unknown viewers are hatched and are in no
 * total.
 */
export function EventViewers({ view }: { view: EventView }) {
  const { event, span, moments } = view;
  const stepMinutes = stepMs(span) / minuteMs;
  const layers = view.layers.map((layer) => ({ ...layer, name: nameOf(layer) }));
  const isKnown = layers.some(({ values }) => values.some((value) => value !== null));
  const range = [moments[0] ?? span.from, moments.at(-1) ?? span.to] as const;
  const bands = markerBand('Part', event.markers, range);
  const unknown = unknownText(view);
  const description = `Viewers of ${countText(layers.length, 'stream')}, stacked, in intervals of ${minutesText(stepMinutes)}.${unknown && ` Not measured: ${unknown}.`}`;
  const isPart = event.streams.length > layers.length;
  const which = isPart
    ? `${layers.length} streams with the highest peaks, of ${event.streams.length} streams`
    : countText(layers.length, 'stream');
  const brief = unknown && 'hatched: not measured';
  return (
    <ChartPanel
      id="viewers"
      label="viewers by stream"
      brief={brief}
      about="event-viewers"
      title={eventTitle(view)}
      wide
      note={
        <>
          <Zone />. The total is the sum of the {which}.
          {unknown && ` Hatched: not measured, at the last known height and in no total (${unknown}).`}
        </>
      }
      files={{ of: `events/${event.id}/viewers`, isChart: true }}
      empty={!isKnown && 'No viewer samples of the streams during the event.'}
      height={300 + 28 * bands.length}
      description={description}
      range={range}
      draw={(options) =>
        stackedArea({
          ...{ ...options, title: 'Viewers of the event', moments, layers, bands, marks: startsOf(bands) },
          peak: isPart ? undefined : peakOf(view),
        })
      }
      numbers={
        <MomentsTable
          names={[
            isPart ? `Total of the ${layers.length} largest` : 'Total',
            'Streams in total',
            ...layers.map(({ name }) => <bdi>{name}</bdi>),
          ]}
          rows={moments.map((at, i) => ({ at, values: cellsAt(layers, i) }))}
        />
      }
    >
      <Legend
        items={colouredLayers(layers).map(({ name, colour }) => ({
          name,
          sample: (
            <svg width="14" height="14" aria-hidden="true">
              <rect class={`chart-fill-${colour}`} width="14" height="14" rx="3" />
            </svg>
          ),
        }))}
      />
    </ChartPanel>
  );
}

/** Returns the title of the panel. */
export function eventTitle({ event, layers }: EventView): string {
  return event.streams.length > layers.length ? 'Viewers of the largest streams' : 'Viewers of all streams';
}

function nameOf({ stream }: EventLayer): string {
  return plainText(stream.display_name) || stream.streamer_id;
}

/** Returns the peak of the event's figures. If its time is unknown, returns the highest total of the graph. */
function peakOf({ event: { peak_viewers: peak }, layers, moments, peakAt, span }: EventView) {
  const highest = highestTotal(layers, moments);
  const { at, value } = peakAt === null ? highest : { at: peakAt, value: peak ?? highest.value };
  return {
    at,
    value,
    label: `${peakAt === null ? 'Highest' : 'Peak'} ${fullNumber(value)}, ${timeWithin(new Date(at), span.to - span.from)}`,
  };
}

/** Returns the total with its number of streams, and the viewers of each stream. */
function cellsAt(layers: readonly StreamLayer[], place: number): (number | string | null)[] {
  const { sum, known, streams } = totalAt(layers, place);
  const cells = layers.map(({ values, held }) => values[place] ?? (held[place] === null ? null : 'unknown'));
  return streams === 0 ? ['–', null, ...cells] : [sum ?? 'unknown', `${known} of ${streams}`, ...cells];
}

/** Returns the streams with unknown viewers and how long they are unknown; empty without such streams. */
export function unknownText({ layers, span }: EventView): string {
  const stepMinutes = stepMs(span) / minuteMs;
  const texts = layers.flatMap((layer) => {
    const count = layer.held.filter((value) => value !== null).length;
    // Isolates the direction of a name within the sentence.
    return count === 0 ? [] : `\u2068${nameOf(layer)}\u2069 for ${durationText(count * stepMinutes)}`;
  });
  const more = texts.length > maxNames ? [countText(texts.length - maxNames, 'other stream')] : [];
  return [...texts.slice(0, maxNames), ...more].join(', ');
}
