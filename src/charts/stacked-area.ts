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

/** Figures of one item at the common times. Null adds nothing. */
export interface Layer {
  name: string;
  values: readonly (number | null)[];
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
  values: readonly (number | null)[];
}

type Drawn = Layer & LegendItem;

/** Stacks layers, so that their upper edge is the sum. A time without a value in any layer is a gap. */
export function stackedArea(options: StackedAreaOptions): string {
  const { moments, marks = [] } = options;
  const layers = withOthers(options.layers);
  const rows = moments.map((at, i) => ({ at, values: layers.map(({ values }) => values[i] ?? null) }));
  const sums = rows.filter(isKnown).map(({ values }) => sum(values));
  if (sums.length === 0) return frame(options, emptyNote(options, options.empty));
  const key = legend(layers, options);
  const above = key.height + (marks.length > 0 ? markRoom : 0);
  const below = roomOfTime(options);
  const { plot, y, axis } = valuePlot(options, sums, { above, below, fromZero: true });
  const x = timeScale([moments[0] ?? 0, moments.at(-1) ?? 0], plot);
  return frame(
    options,
    key.markup,
    axis,
    drawLayers(layers, rows, x, y),
    timeAxis(x, plot, below),
    drawMarks(marks, x, plot),
  );
}

function drawLayers(
  layers: readonly Drawn[],
  rows: readonly Row[],
  x: ScaleTime<number, number>,
  y: ScaleLinear<number, number>,
) {
  const stacked = stack<Row, number>()
    .keys(layers.keys())
    .value(({ values }, layer) => values[layer] ?? 0)(rows);
  const shape = area<SeriesPoint<Row>>(
    ({ data }) => x(data.at),
    ([low]) => y(low),
    ([, high]) => y(high),
  )
    .defined(({ data }) => isKnown(data))
    .digits(1);
  return stacked
    .map((points, i) => {
      const { name, colour } = layers[i] as Drawn;
      const attributes = { class: `chart-layer chart-fill-${colour}`, d: shape(points) ?? '' };
      return element('path', attributes, textElement('title', {}, name));
    })
    .join('');
}

function isKnown({ values }: Row): boolean {
  return values.some((value) => value !== null);
}

/** Returns the largest layers, one per color, in the given order, and a layer with the sum of the others. */
function withOthers(layers: readonly Layer[]): Drawn[] {
  const most = lightColours.series.length;
  const bySize = layers.map((layer) => ({ layer, size: sum(layer.values) })).sort((a, b) => b.size - a.size);
  const large = new Set(bySize.slice(0, layers.length > most ? most : undefined).map(({ layer }) => layer));
  const kept = layers.filter((layer) => large.has(layer)).map((layer, i) => ({ ...layer, colour: String(i + 1) }));
  const rest = layers.filter((layer) => !large.has(layer));
  if (rest.length === 0) return kept;
  const values = (layers[0] as Layer).values.map((_, i) => sumOf(rest.map((layer) => layer.values[i] ?? null)));
  return [...kept, { name: `${rest.length} others`, values, colour: 'others' }];
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.some((value) => value !== null) ? sum(values) : null;
}
