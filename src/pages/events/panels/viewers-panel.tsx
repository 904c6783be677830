import { minuteMs } from '../../../figures/time.js';
import { timeWithin } from '../../../charts/labels/time-labels.js';
import { countText, fullNumber } from '../../../charts/labels/number-labels.js';
import { colouredLayers, stackedArea } from '../../../charts/stacked-area.js';
import { Legend } from '../../parts/panels/legend.js';
import { markerBand, listStarts } from '../../parts/panels/marker-band.js';
import { durationText, minutesText } from '../../parts/duration-text.js';
import { Zone } from '../../parts/moments.js';
import { rowsTable } from '../../downloads/file-table.js';
import { Column, countColumn, fileOnly, momentColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { nameOnPlatform } from '../../parts/platforms.js';
import { plainText } from '../../../streams/shown-text.js';
import { granularitySeconds } from '../../../streams/viewers/graph-range.js';
import { highestTotal, totalAt } from '../event-graph.js';
import { stepMs } from '../../../events/figures/event-span.js';
import { EventChart, EventLayer, EventView } from '../event-view.js';

const maxNames = 3;

/** The columns of the rows, which are the indexes of the moments. Unknown viewers are empty cells in files. */
function columnsOf({ event, moments, layers }: EventView): readonly Column<number>[] {
  const isPart = layers.length < event.streams.length;
  return [
    momentColumn('Time', (index) => new Date(moments[index] ?? 0).toISOString()),
    countColumn(isPart ? `Total of the ${layers.length} largest` : 'Total', (index) => totalAt(layers, index).sum, {
      number: (index) => {
        const { sum, streams } = totalAt(layers, index);
        return streams === 0 ? '–' : sum === null ? 'unknown' : fullNumber(sum);
      },
    }),
    countColumn('Streams in total', (index) => totalAt(layers, index).known, {
      number: (index) => {
        const { known, streams } = totalAt(layers, index);
        return streams === 0 ? null : `${known} of ${streams}`;
      },
    }),
    countColumn('Streams at this time', (index) => totalAt(layers, index).streams, fileOnly),
    ...layers.map((layer) =>
      countColumn(`Viewers of ${nameOf(layer)}`, (index: number) => layer.values[index], {
        heading: <bdi>{nameOf(layer)}</bdi>,
        number: (index) => {
          const value = layer.values[index] ?? null;
          return value === null ? (layer.heldViewers[index] === null ? null : 'unknown') : fullNumber(value);
        },
      }),
    ),
  ];
}

/**
 * The viewers during an event, stacked by stream, with the event's markers. Unknown viewers are hatched and are in no
 * total.
 */
export const eventViewersPanel: EventChart = {
  id: 'viewers',
  title: ({ event, layers }) =>
    event.streams.length > layers.length ? 'Viewers of the largest streams' : 'Viewers of all streams',
  about: 'event-viewers',
  wide: true,
  hasData: ({ layers }) => layers.some(({ values }) => values.some((value) => value !== null)),
  empty: 'No viewer samples of the streams during the event.',
  show: (view) => {
    const { event, span, moments } = view;
    const layers = view.layers.map((layer) => ({ ...layer, name: nameOf(layer) }));
    const range = { from: moments[0] ?? span.from, to: moments.at(-1) ?? span.to };
    const bands = markerBand('Part', event.markers, range);
    const unknown = unknownText(view);
    const isPart = event.streams.length > layers.length;
    const which = isPart
      ? `${layers.length} streams with the highest peaks, of ${event.streams.length} streams`
      : countText(layers.length, 'stream');
    return {
      brief: unknown && 'hatched: not measured',
      note: (
        <>
          <Zone />. The total is the sum of the {which}.
          {unknown && ` Hatched: not measured, at the last known height and in no total (${unknown}).`}
        </>
      ),
      children: <Legend items={colouredLayers(layers)} mark="square" />,
      chart: {
        ...{ label: 'viewers by stream', height: 300 + 28 * bands.length, range },
        description: `Viewers of ${countText(layers.length, 'stream')}, stacked, in intervals of ${minutesText(stepMs(span) / minuteMs)}.${unknown && ` Not measured: ${unknown}.`}`,
        draw: (options) =>
          stackedArea({
            ...{ ...options, title: 'Viewers of the event', moments, layers, bands, marks: listStarts(bands) },
            peak: isPart ? undefined : peakOf(view),
          }),
        numbers: <NumbersTable columns={columnsOf(view)} rows={[...moments.keys()]} />,
      },
    };
  },
  call: ({ event: { id }, span }) =>
    stepMs(span) === granularitySeconds[span.granularity] * 1000
      ? `/v1/events/${id}/graphs/${span.granularity}`
      : undefined,
  file: async (source, id) => {
    const view = await source.load(id);
    return rowsTable(columnsOf(view), () => Promise.resolve([...view.moments.keys()]));
  },
};

function nameOf({ stream }: EventLayer): string {
  return nameOnPlatform(plainText(stream.display_name, stream.streamer_id), stream);
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

/** Returns the streams with unknown viewers and how long they are unknown; empty without such streams. */
export function unknownText({ layers, span }: EventView): string {
  const stepMinutes = stepMs(span) / minuteMs;
  const texts = layers.flatMap((layer) => {
    const count = layer.heldViewers.filter((value) => value !== null).length;
    // Isolates the direction of a name within the sentence.
    return count === 0 ? [] : `\u2068${nameOf(layer)}\u2069 for ${durationText(count * stepMinutes)}`;
  });
  const more = texts.length > maxNames ? [countText(texts.length - maxNames, 'other stream')] : [];
  return [...texts.slice(0, maxNames), ...more].join(', ');
}
