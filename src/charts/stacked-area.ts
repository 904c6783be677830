import { sum } from 'd3-array';
import { area, stack } from 'd3-shape';
import type { SeriesPoint } from 'd3-shape';
import { annotate, Annotated, plotWithBands } from './annotations.js';
import { timeAxis, valueAxis } from './axes.js';
import { seriesCount } from './chart-colours.js';
import {
  plotBetween,
  ChartOptions,
  emptyFrame,
  frame,
  hatch,
  hatchId,
  labelSize,
  placeOf,
  Plot,
  Side,
} from './frame.js';
import { element, textElement } from './markup.js';
import { shorten, textWidth } from './labels/text-width.js';

type Values = readonly (number | null)[];

/** Figures of one item at the common times. */
export interface Layer {
  name: string;
  /** Null if the value is unknown, or if the item does not exist at this time. */
  values: Values;
  /** The height of the hatch at times at which the value is unknown, such as the last known value. Otherwise null. */
  held?: Values;
}

const maxNameWidth = 130;
/** The hatch of a stream without any known value, in pixels. */
const minUnknownHeight = 6;

interface StackedAreaOptions extends Annotated {
  /** Milliseconds of Unix time, ascending. Each layer has one value per time. */
  moments: readonly number[];
  layers: readonly Layer[];
  empty: string;
}

interface Row {
  at: number;
  /** Of each layer. */
  heights: Values;
  isUnknown: readonly boolean[];
}

/** A layer with its color: a place from 1, or `others`. */
type ColouredLayer = Required<Layer> & { colour: string };

/**
 * Stacks layers. The part of a layer with unknown values is hatched, and a time without any layer is a gap. Without
 * unknown values, the upper edge is the sum.
 */
export function stackedArea(options: StackedAreaOptions): string {
  const { moments } = options;
  if (options.layers.every(({ values }) => values.every((value) => value === null)))
    return emptyFrame(options, options.empty);
  const layers = colouredLayers(options.layers);
  const rows = moments.map((at, i) => ({
    at,
    heights: layers.map(({ values, held }) => values[i] ?? held[i] ?? null),
    isUnknown: layers.map(({ held }) => typeof held[i] === 'number'),
  }));
  // A peak by minutes can exceed the means of longer intervals.
  const sums = [...rows.filter(hasLayer).map(({ heights }) => sum(heights)), options.peak?.value ?? 0];
  const { plot: whole, bands } = plotWithBands(options);
  const { y, left, grid } = valueAxis(whole, sums, { fromZero: true });
  const right = options.picture ? legendSide(layers, options.picture.width / 5) : { width: 12, markup: '' };
  const plot = plotBetween(left, whole, right);
  const axis = timeAxis([moments[0] ?? 0, moments.at(-1) ?? 0], plot);
  const { areas, hatches } = drawLayers(layers, rows, { x: axis.x, y, plot, options });
  const { labels, ...sides } = annotate(options, bands, { axis, y, left, plot });
  return frame(options, {
    plot,
    ...sides,
    right,
    paths: grid(plot) + areas + axis.paths,
    labels: [
      ...layers.map(({ colour }, i) => (rows.some((row) => row.isUnknown[i]) ? hatch(colour, options) : '')),
      hatches,
      labels,
    ].join(''),
  });
}

/** Returns the names of the layers from top to bottom, beside a picture. On a page, the legend is a list. */
function legendSide(layers: readonly ColouredLayer[], longest: number): Side {
  const nameOf = ({ name }: ColouredLayer) => shorten(name, labelSize, Math.min(maxNameWidth, longest));
  const rows = layers.toReversed().map((layer, i) => {
    const sample = { class: `chart-fill-${layer.colour}`, x: 12, y: 22 + i * 20, width: 12, height: 12, rx: 3 };
    const text = { class: 'chart-label', x: 30, y: 32 + i * 20 };
    return element('rect', sample) + textElement('text', text, nameOf(layer));
  });
  const widths = layers.map((layer) => textWidth(nameOf(layer), labelSize));
  return { width: 42 + 1.1 * Math.max(0, ...widths), markup: rows.join('') };
}

interface LayerDrawing {
  x: (at: number) => number;
  y: (value: number) => number;
  plot: Plot;
  options: ChartOptions;
}

function drawLayers(layers: readonly ColouredLayer[], rows: readonly Row[], { x, y, plot, options }: LayerDrawing) {
  const stacked = stack<Row, number>()
    .keys(layers.keys())
    .value(({ heights }, layer) => heights[layer] ?? 0)(rows);
  const shape = area<SeriesPoint<Row>>(
    ({ data }) => x(data.at),
    ([low]) => y(low),
    ([, high]) => y(high),
  ).digits(1);
  const areas = stacked.map((points, i) => {
    const { name, colour } = layers[i] as ColouredLayer;
    const isKnown = (place: number) => !(rows[place]?.isUnknown[i] ?? false);
    const d = shape.defined(({ data }, place) => hasLayer(data) && isKnown(place))(points) ?? '';
    return element('path', { class: `chart-layer chart-fill-${colour}`, d }, textElement('title', {}, name));
  });
  const hatches = stacked.flatMap((points, i) => {
    const { name, colour } = layers[i] as ColouredLayer;
    // A hatch begins and ends with the known values next to it. Rectangles are not stretched, so the hatch stays even.
    return points.flatMap(([low, high], place) => {
      const row = rows[place] as Row;
      if (!row.isUnknown[i]) return [];
      const before = rows[place - 1];
      const start = x(before && !before.isUnknown[i] ? before.at : row.at);
      const box = { x: placeOf(start, plot), width: placeOf(x((rows[place + 1] ?? row).at) - start, plot) };
      const fill = `url(#${hatchId(colour, options)})`;
      const height = Math.max(y(low) - y(high), minUnknownHeight);
      const tall = { y: y(low) - height, height };
      return [element('rect', { fill, ...box, ...tall }, textElement('title', {}, `${name}: unknown`))];
    });
  });
  return { areas: areas.join(''), hatches: hatches.join('') };
}

function hasLayer({ heights }: Row): boolean {
  return heights.some((height) => height !== null);
}

/** Returns the largest layers, one per color, in the given order, and a layer with the sum of the others. */
export function colouredLayers(layers: readonly Layer[]): ColouredLayer[] {
  const large = new Set(layers.toSorted((a, b) => sum(b.values) - sum(a.values)).slice(0, seriesCount));
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
