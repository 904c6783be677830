import { sum } from 'd3-array';
import type { ScaleLinear, ScaleTime } from 'd3-scale';
import { area, stack } from 'd3-shape';
import type { SeriesPoint } from 'd3-shape';
import { roomOfTime, timeAxis, timeScale, valuePlot } from './axes.js';
import { lightColours } from './chart-colours.js';
import { ChartOptions, emptyNote, frame } from './frame.js';
import { legend, LegendItem } from './legend.js';
import { element, textElement } from './markup.js';
import { drawMarks, markRoom } from './marks.js';
import { Mark } from './series.js';

type Values = readonly (number | null)[];

/** Figures of one item at the common times. */
export interface Layer {
  name: string;
  /** Null if the value is unknown, or if the item does not exist at this time. */
  values: Values;
  /** The height of the hatch at times at which the value is unknown, such as the last known value. Otherwise null. */
  held?: Values;
}

export interface StackedAreaOptions extends ChartOptions {
  /** Milliseconds of Unix time, ascending. Each layer has one value per time. */
  moments: readonly number[];
  layers: readonly Layer[];
  marks?: readonly Mark[];
  empty: string;
}

interface Row {
  at: number;
  /** Of each layer. */
  heights: Values;
  isUnknown: readonly boolean[];
}

type Drawn = Required<Layer> & LegendItem;

/**
 * Stacks layers. The part of a layer with unknown values is hatched, and a time without any layer is a gap. Without
 * unknown values, the upper edge is the sum.
 */
export function stackedArea(options: StackedAreaOptions): string {
  const { moments, marks = [] } = options;
  if (options.layers.every(({ values }) => values.every((value) => value === null)))
    return frame(options, emptyNote(options, options.empty));
  const layers = withOthers(options.layers);
  const rows = moments.map((at, i) => ({
    at,
    heights: layers.map(({ values, held }) => values[i] ?? held[i] ?? null),
    isUnknown: layers.map(({ held }) => typeof held[i] === 'number'),
  }));
  const sums = rows.filter(hasLayer).map(({ heights }) => sum(heights));
  const key = legend(layers, options);
  const above = key.height + (marks.length > 0 ? markRoom : 0);
  const below = roomOfTime(options);
  const { plot, y, axis } = valuePlot(options, sums, { above, below, fromZero: true });
  const x = timeScale([moments[0] ?? 0, moments.at(-1) ?? 0], plot);
  return frame(
    options,
    key.markup,
    axis,
    ...layers.map(({ colour }, i) => (rows.some((row) => row.isUnknown[i]) ? hatch(colour, options) : '')),
    drawLayers(layers, rows, { x, y, options }),
    timeAxis(x, plot, below),
    drawMarks(marks, x, plot),
  );
}

interface Drawing {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  options: ChartOptions;
}

function drawLayers(layers: readonly Drawn[], rows: readonly Row[], { x, y, options }: Drawing): string {
  const stacked = stack<Row, number>()
    .keys(layers.keys())
    .value(({ heights }, layer) => heights[layer] ?? 0)(rows);
  const shape = area<SeriesPoint<Row>>(
    ({ data }) => x(data.at),
    ([low]) => y(low),
    ([, high]) => y(high),
  ).digits(1);
  return stacked
    .map((points, i) => {
      const { name, colour } = layers[i] as Drawn;
      const isUnknown = (place: number) => rows[place]?.isUnknown[i] ?? false;
      const known = shape.defined(({ data }, place) => hasLayer(data) && !isUnknown(place))(points) ?? '';
      // A hatch begins and ends with the known values next to it.
      const isHatched = (place: number) => [place - 1, place, place + 1].some(isUnknown);
      const unknown = shape.defined(({ data }, place) => hasLayer(data) && isHatched(place))(points);
      const fill = `url(#${hatchId(colour, options)})`;
      const part = (attributes: Record<string, string>, title: string) =>
        element('path', attributes, textElement('title', {}, title));
      return (
        part({ class: `chart-layer chart-fill-${colour}`, d: known }, name) +
        (unknown ? part({ class: 'chart-hatch', d: unknown, fill }, `${name}: unknown`) : '')
      );
    })
    .join('');
}

/** Draws nothing by itself: a pattern of diagonal lines in the color of a layer. */
function hatch(colour: string, options: ChartOptions): string {
  const size = { width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  const line = { class: `chart-stroke-${colour}`, x1: 1.5, x2: 1.5, y1: 0, y2: 6, 'stroke-width': 2 };
  return element('pattern', { id: hatchId(colour, options), ...size }, element('line', line));
}

function hatchId(colour: string, { id = 'chart' }: ChartOptions): string {
  return `${id}-hatch-${colour}`;
}

function hasLayer({ heights }: Row): boolean {
  return heights.some((height) => height !== null);
}

/** Returns the largest layers, one per color, in the given order, and a layer with the sum of the others. */
function withOthers(layers: readonly Layer[]): Drawn[] {
  const most = lightColours.series.length;
  const bySize = layers.map((layer) => ({ layer, size: sum(layer.values) })).sort((a, b) => b.size - a.size);
  const large = new Set(bySize.slice(0, layers.length > most ? most : undefined).map(({ layer }) => layer));
  const kept = layers
    .filter((layer) => large.has(layer))
    .map((layer, i) => ({ held: [], ...layer, colour: String(i + 1) }));
  const rest = layers.filter((layer) => !large.has(layer));
  return rest.length === 0 ? kept : [...kept, { ...summed(rest), name: `${rest.length} others`, colour: 'others' }];
}

/** Returns the sums of some layers. A sum is unknown if one of its values is. */
function summed(layers: readonly Layer[]): { values: Values; held: Values } {
  const places = [...(layers[0] as Layer).values.keys()];
  const sums = places.map((i) => {
    const isUnknown = layers.some(({ held }) => typeof held?.[i] === 'number');
    return { isUnknown, height: sumOf(layers.map(({ values, held }) => values[i] ?? held?.[i] ?? null)) };
  });
  return {
    values: sums.map(({ isUnknown, height }) => (isUnknown ? null : height)),
    held: sums.map(({ isUnknown, height }) => (isUnknown ? height : null)),
  };
}

function sumOf(values: Values): number | null {
  return values.some((value) => value !== null) ? sum(values) : null;
}
