import { area, line } from 'd3-shape';
import { annotate, Annotated, plotWithBands } from './annotations.js';
import { timeAxis, TimeRange, ValueAxis, valueAxis } from './axes.js';
import { averageLine } from './labels/callouts.js';
import { EndLabel, endLabels } from './labels/end-labels.js';
import { plotBetween, emptyFrame, frame, placeOf, Plot } from './frame.js';
import { element } from './markup.js';
import { pageText } from './labels/number-labels.js';
import { knownValues, Point, Series, timeSpan } from './series.js';

export interface LineChartOptions extends Annotated {
  /** At most six. Each has a color, a dash pattern, and a marker. */
  series: readonly Series[];
  /** The range of the time axis. The default is the time of the points. */
  range?: TimeRange | undefined;
  /** The default is linear. A logarithmic axis ignores values that are not positive. */
  scale?: 'linear' | 'log';
  /** Whether the value axis starts at 0. If true, the area under a single line is filled. */
  fromZero?: boolean;
  /** Writes the values at the axis and at the ends of the lines. */
  format?: (value: number) => string;
  /** Draws a dotted line. It replaces the value at the end of a single line. */
  average?: number | null | undefined;
  /** The note for a chart without points. */
  empty: string;
}

/** Draws lines over time on common axes. Unknown values are gaps, and a value between two gaps is a dot. */
export function lineChart(options: LineChartOptions): string {
  const { fromZero = false, average } = options;
  const series = seriesOf(options);
  const span = options.range ?? timeSpan(series);
  if (span === undefined || knownValues(series).length === 0) return emptyFrame(options, options.empty);
  const { plot: whole, bands } = plotWithBands(options);
  const { y, left, grid } = axisOf(options, whole);
  const right = endLabels(endsOf(series, options, y), whole);
  const plot = plotBetween(left, whole, right);
  const axis = timeAxis(span, plot);
  const { x } = axis;
  const drawing = { x, y, plot, id: options.id ?? 'chart', isMany: series.length > 1, fill: fromZero };
  const lines = series.map(({ points }, i) => drawLine(points, i + 1, drawing));
  const { labels, ...sides } = annotate(options, bands, { axis, y, left, plot });
  return frame(options, {
    plot,
    ...sides,
    right,
    paths: [
      grid(plot),
      axis.paths,
      ...lines.map(({ paths }) => paths),
      average ? averageLine(average, y, plot) : '',
    ].join(''),
    labels: lines.map((drawn) => drawn.labels).join('') + labels,
  });
}

/** Returns the value at which the value axis begins. */
export function firstValue(options: LineChartOptions): number {
  return axisOf(options, plotWithBands(options).plot).y.domain()[0] ?? 0;
}

function axisOf(options: LineChartOptions, plot: Plot): ValueAxis {
  const { average, peak, scale, fromZero, format } = options;
  const shown = [...knownValues(seriesOf(options)), ...(average ? [average] : []), ...(peak ? [peak.value] : [])];
  return valueAxis(plot, shown, { fromZero, isLog: scale === 'log', format });
}

/** Returns the series. On a logarithmic axis, values that are not positive are gaps. */
function seriesOf({ series, scale }: LineChartOptions): readonly Series[] {
  if (scale !== 'log') return series;
  return series.map(({ name, points }) => ({
    name,
    points: points.map(({ at, value }) => ({ at, value: value !== null && value > 0 ? value : null })),
  }));
}

/** Returns the label of the average of a single line, otherwise of the last value of each line. */
function endsOf(
  series: readonly Series[],
  { average, format = pageText }: LineChartOptions,
  y: (value: number) => number,
): EndLabel[] {
  if (typeof average === 'number') return [{ y: y(average), value: format(average), name: 'average' }];
  return series.flatMap(({ name, points }, i) => {
    const last = points.findLast(({ value }) => value !== null);
    if (last?.value === null || last === undefined) return [];
    const label = { y: y(last.value), value: format(last.value) };
    return [series.length === 1 ? label : { ...label, name, series: i + 1 }];
  });
}

interface LineDrawing {
  x: (at: number) => number;
  y: (value: number) => number;
  plot: Plot;
  id: string;
  isMany: boolean;
  fill: boolean;
}

/** Markers by the place of the series. */
const markers = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  'M-3.5-3.5h7v7h-7z',
  'M0-5 4.5 3.5h-9z',
  'M0-5 5 0 0 5-5 0z',
  'M0 5 4.5-3.5h-9z',
  'M-4.5-1.5h3v-3h3v3h3v3h-3v3h-3v-3h-3z',
];
/** A line with more points has markers at its ends only. */
const maxMarkers = 16;

function drawLine(points: readonly Point[], place: number, { x, y, plot, id, isMany, fill }: LineDrawing) {
  const isKnown = ({ value }: Point) => value !== null;
  const across = ({ at }: Point) => x(at);
  const up = ({ value }: Point) => y(value ?? 0);
  const path = line<Point>(across, up).defined(isKnown).digits(1)(points);
  const under = fill && !isMany ? area<Point>(across, plot.bottom, up).defined(isKnown).digits(1)(points) : null;
  const known = points.filter(isKnown);
  const marked = isMany && known.length <= maxMarkers ? known : [isMany ? known[0] : undefined, known.at(-1)];
  const dots = new Set([...points.filter((point, i) => isKnown(point) && !hasNeighbour(points, i)), ...marked]);
  const marker = `${id}-marker-${place}`;
  const uses = [...dots].flatMap((point) =>
    point ? [element('use', { href: `#${marker}`, x: placeOf(across(point), plot), y: up(point) })] : [],
  );
  const shape = element('path', { id: marker, class: `chart-fill-${place}`, d: markers[place - 1] });
  return {
    paths:
      (under ? element('path', { class: `chart-area chart-fill-${place}`, d: under }) : '') +
      element('path', { class: `chart-line chart-stroke-${place} chart-dash-${place}`, d: path ?? undefined }),
    labels: element('defs', {}, shape) + uses.join(''),
  };
}

/** Returns true if a line connects a point with the previous or next point. */
function hasNeighbour(points: readonly Point[], place: number): boolean {
  return [points[place - 1], points[place + 1]].some((point) => point !== undefined && point.value !== null);
}
