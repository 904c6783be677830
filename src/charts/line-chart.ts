import { area, line } from 'd3-shape';
import type { ScaleLinear, ScaleTime } from 'd3-scale';
import { roomOfTime, timeAxis, timeScale, valuePlot } from './axes.js';
import { lightColours } from './chart-colours.js';
import { ChartOptions, emptyNote, frame, Plot } from './frame.js';
import { legend } from './legend.js';
import { element } from './markup.js';
import { drawMarks, markRoom } from './marks.js';
import { knownValues, Mark, Point, Series, timeSpan } from './series.js';

export interface LineChartOptions extends ChartOptions {
  series: readonly Series[];
  marks?: readonly Mark[];
  /** Whether the value axis starts at 0. If true, the area under a single line is filled. */
  fromZero?: boolean;
  /** The note for a chart without points. */
  empty: string;
}

/** Draws lines over time on common axes. Unknown values are gaps, and a value between two gaps is a dot. */
export function lineChart(options: LineChartOptions): string {
  const { series, marks = [], fromZero = false } = options;
  const span = timeSpan(series);
  const values = knownValues(series);
  if (span === undefined || values.length === 0) return frame(options, emptyNote(options, options.empty));
  const key = legend(coloured(series), options);
  const above = key.height + (marks.length > 0 ? markRoom : 0);
  const below = roomOfTime(options);
  const { plot, y, axis } = valuePlot(options, values, { above, below, fromZero });
  const x = timeScale(span, plot);
  const fill = fromZero && series.length === 1;
  const lines = series.map(({ points }, i) => drawLine(points, { x, y, plot, colour: colourOf(i), fill }));
  return frame(options, key.markup, axis, timeAxis(x, plot, below), drawMarks(marks, x, plot), ...lines);
}

interface Drawing {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  plot: Plot;
  colour: string;
  fill: boolean;
}

function drawLine(points: readonly Point[], { x, y, plot, colour, fill }: Drawing): string {
  const isKnown = ({ value }: Point) => value !== null;
  const across = ({ at }: Point) => x(at);
  const up = ({ value }: Point) => y(value ?? 0);
  const path = line<Point>(across, up).defined(isKnown).digits(1)(points);
  const under = fill ? area<Point>(across, plot.bottom, up).defined(isKnown).digits(1)(points) : null;
  const dots = points.filter((point, i) => isKnown(point) && !hasNeighbour(points, i));
  return [
    under ? element('path', { class: `chart-area chart-fill-${colour}`, d: under }) : '',
    element('path', { class: `chart-line chart-stroke-${colour}`, d: path ?? undefined }),
    ...dots.map((point) =>
      element('circle', { class: `chart-fill-${colour}`, cx: across(point), cy: up(point), r: 3 }),
    ),
  ].join('');
}

/** Returns true if a line connects a point with the previous or next point. */
function hasNeighbour(points: readonly Point[], place: number): boolean {
  return [points[place - 1], points[place + 1]].some((point) => point !== undefined && point.value !== null);
}

/** Returns the names of the series with their color classes. */
export function coloured(series: readonly { name: string }[]) {
  return series.map(({ name }, i) => ({ name, colour: colourOf(i) }));
}

function colourOf(place: number): string {
  return String((place % lightColours.series.length) + 1);
}
