import { sum } from 'd3-array';
import { area, stack } from 'd3-shape';
import type { SeriesPoint } from 'd3-shape';
import { Scales } from './axes.js';
import { seriesCount } from './chart-colours.js';
import { drawHatches, Hatch } from './hatches.js';
import { legend } from './labels/end-labels.js';
import { element, textElement } from './markup.js';
import { timeChart, TimeChartOptions } from './time-chart.js';

type Values = readonly (number | null)[];

/** Figures of one item at the common times. */
export interface Layer {
  name: string;
  /** Null if the value is unknown, or if the item does not exist at this time. */
  values: Values;
  /** The height of the hatch at times at which the value is unknown, such as the last known value. Otherwise null. */
  heldViewers?: Values;
}

/** The hatch of a stream without any known value, in pixels. */
const minUnknownHeight = 6;

interface StackedAreaOptions extends TimeChartOptions {
  /** Milliseconds of Unix time, ascending. Each layer has one value per time. */
  moments: readonly number[];
  layers: readonly Layer[];
}

interface Row {
  at: number;
  /** The height of each layer. */
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
  const layers = colouredLayers(options.layers);
  const isEmpty = layers.every(({ values }) => values.every((value) => value === null));
  const rows = moments.map((at, i) => ({
    at,
    heights: layers.map(({ values, heldViewers }) => values[i] ?? heldViewers[i] ?? null),
    isUnknown: layers.map(({ heldViewers }) => typeof heldViewers[i] === 'number'),
  }));
  return timeChart(options, {
    values: isEmpty ? [] : rows.filter(hasLayer).map(({ heights }) => sum(heights)),
    range: { from: moments[0] ?? 0, to: moments.at(-1) ?? 0 },
    fromZero: true,
    // On a page, the legend is a list.
    ends: (_y, whole) => (whole.isFluid ? [] : legend(layers.toReversed(), whole)),
    draw: (scales) => {
      const { areas, hatches } = drawLayers(layers, rows, scales);
      return { paths: areas, labels: drawHatches(hatches, scales.plot, options) };
    },
  });
}

function drawLayers(layers: readonly ColouredLayer[], rows: readonly Row[], { x, y }: Scales) {
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
    const isKnown = (index: number) => !(rows[index]?.isUnknown[i] ?? false);
    const d = shape.defined(({ data }, index) => hasLayer(data) && isKnown(index))(points) ?? '';
    return element('path', { class: `chart-layer chart-fill-${colour}`, d }, textElement('title', {}, name));
  });
  const hatches = stacked.flatMap((points, i) => {
    const { name, colour } = layers[i] as ColouredLayer;
    // A hatch begins and ends with the known values next to it. Rectangles are not stretched, so the hatch stays even.
    return points.flatMap(([low, high], index): Hatch[] => {
      const row = rows[index] as Row;
      if (!row.isUnknown[i]) return [];
      const before = rows[index - 1];
      const from = x(before && !before.isUnknown[i] ? before.at : row.at);
      const [to, bottom] = [x((rows[index + 1] ?? row).at), y(low)];
      const top = bottom - Math.max(bottom - y(high), minUnknownHeight);
      return [{ colour, from, to, top, bottom, title: `${name}: unknown` }];
    });
  });
  return { areas: areas.join(''), hatches };
}

function hasLayer({ heights }: Row): boolean {
  return heights.some((height) => height !== null);
}

/** Returns the largest layers, one per color, in the given order, and a layer with the sum of the others. */
export function colouredLayers(layers: readonly Layer[]): ColouredLayer[] {
  const large = new Set(layers.toSorted((a, b) => sum(b.values) - sum(a.values)).slice(0, seriesCount));
  const kept = layers
    .filter((layer) => large.has(layer))
    .map((layer, i) => ({ heldViewers: [], ...layer, colour: String(i + 1) }));
  const rest = layers.filter((layer) => !large.has(layer));
  return rest.length === 0 ? kept : [...kept, { ...summed(rest), name: `${rest.length} others`, colour: 'others' }];
}

/** Returns the sums of some layers. A sum is unknown if one of its values is. */
function summed(layers: readonly Layer[]): { values: Values; heldViewers: Values } {
  const indexes = [...(layers[0] as Layer).values.keys()];
  const sums = indexes.map((i) => {
    const isUnknown = layers.some(({ heldViewers }) => typeof heldViewers?.[i] === 'number');
    return { isUnknown, height: sumOf(layers.map(({ values, heldViewers }) => values[i] ?? heldViewers?.[i] ?? null)) };
  });
  return {
    values: sums.map(({ isUnknown, height }) => (isUnknown ? null : height)),
    heldViewers: sums.map(({ isUnknown, height }) => (isUnknown ? height : null)),
  };
}

function sumOf(values: Values): number | null {
  return values.some((value) => value !== null) ? sum(values) : null;
}
