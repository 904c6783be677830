import { area, line } from 'd3-shape';
import { TimeRange } from '../figures/time.js';
import { Scales } from './axes.js';
import { placeOf } from './frame.js';
import { element, rounded } from './markup.js';
import { EndLabel } from './labels/end-labels.js';
import { pageText } from './labels/number-labels.js';
import { knownValues, Point, Series, timeSpan } from './series.js';
import { firstTick, timeChart, TimeChartOptions, TimeDrawing } from './time-chart.js';

export interface LineChartOptions extends TimeChartOptions {
  /** At most six. Each has a color, a dash pattern, and a marker. */
  series: readonly Series[];
  /** The range of the time axis. The default is the time of the points. */
  range?: TimeRange | undefined;
  /** The default is linear. A logarithmic axis ignores values that are not positive. */
  scale?: 'linear' | 'log';
  /** Whether the value axis starts at 0. If true, the area under a single line is filled. */
  fromZero?: boolean;
  /** Whether a point is about a time of its own, such as a stream. Each point has a dot, and the lines are thin. */
  hasDots?: boolean;
}

/**
 * Draws lines over time on common axes. Unknown values are gaps, and a value between two gaps is a dot. A line is thin at
 * values of a part of their time.
 */
export function lineChart(options: LineChartOptions): string {
  return timeChart(options, drawingOf(options));
}

/** Returns the value at which the value axis begins. */
export function firstValue(options: LineChartOptions): number {
  return firstTick(options, drawingOf(options));
}

function drawingOf(options: LineChartOptions): TimeDrawing {
  const { scale, fromZero = false, range, hasDots = false } = options;
  const series = scale === 'log' ? options.series.map(positive) : options.series;
  const style = { id: options.id ?? 'chart', isMany: series.length > 1, fill: fromZero, hasDots };
  return {
    values: knownValues(series),
    range: range ?? timeSpan(series),
    fromZero,
    isLog: scale === 'log',
    ends: (y) => endsOf(series, options, y),
    draw: (scales) => {
      const lines = series.map(({ points }, i) => drawLine(points, i + 1, { ...scales, ...style }));
      return { paths: lines.map(({ paths }) => paths).join(''), labels: lines.map(({ labels }) => labels).join('') };
    },
  };
}

/** Returns a series in which values that are not positive are gaps. */
function positive({ name, points }: Series): Series {
  return { name, points: points.map(({ at, value }) => ({ at, value: value !== null && value > 0 ? value : null })) };
}

/** Returns the last value of each line. The average replaces the value of a single line. */
function endsOf(
  series: readonly Series[],
  { average, format = pageText }: LineChartOptions,
  y: (value: number) => number,
): EndLabel[] {
  if (typeof average === 'number') return [];
  return series.flatMap(({ name, points }, i) => {
    const last = points.findLast(({ value }) => value !== null);
    if (last?.value === null || last === undefined) return [];
    const label = { y: y(last.value), value: format(last.value) };
    return [series.length === 1 ? label : { ...label, name, sample: { mark: 'line', colour: i + 1 } }];
  });
}

interface LineDrawing extends Scales {
  id: string;
  isMany: boolean;
  fill: boolean;
  hasDots: boolean;
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

function drawLine(points: readonly Point[], series: number, { x, y, plot, id, isMany, fill, hasDots }: LineDrawing) {
  const isKnown = ({ value }: Point) => value !== null;
  const across = ({ at }: Point) => x(at);
  const up = ({ value }: Point) => y(value ?? 0);
  // A round cap without a line, which is not stretched.
  const dotAt = (point: Point) => `M${rounded(across(point))} ${rounded(up(point))}h0`;
  const path = line<Point>(across, up).defined(isKnown).digits(1)(points);
  const hasArea = fill && !isMany && !hasDots;
  const under = hasArea ? area<Point>(across, plot.bottom, up).defined(isKnown).digits(1)(points) : null;
  const known = points.filter(isKnown);
  const marked = isMany && known.length <= maxMarkers ? known : [isMany ? known[0] : undefined, known.at(-1)];
  const uses = [...new Set([...points.filter((point, i) => isKnown(point) && !hasNeighbour(points, i)), ...marked])];
  const marker = `${id}-marker-${series}`;
  const shape = element('path', { id: marker, class: `chart-fill-${series}`, d: markers[series - 1] });
  const stroke = `chart-stroke-${series}`;
  const isWhole = (point: Point) => isKnown(point) && !point.isPart;
  const hasParts = known.some(({ isPart }) => isPart);
  const whole = hasParts ? line<Point>(across, up).defined(isWhole).digits(1)(points) : null;
  const guide = hasDots || hasParts ? ' chart-guide' : '';
  return {
    paths: [
      under ? element('path', { class: `chart-area chart-fill-${series}`, d: under }) : '',
      element('path', { class: `chart-line ${stroke} chart-dash-${series}${guide}`, d: path ?? undefined }),
      whole ? element('path', { class: `chart-line ${stroke} chart-dash-${series}`, d: whole }) : '',
      hasDots ? element('path', { class: `chart-dots ${stroke}`, d: known.map(dotAt).join('') }) : '',
    ].join(''),
    labels: [
      element('defs', {}, shape),
      ...uses.map((point) =>
        point ? element('use', { href: `#${marker}`, x: placeOf(across(point), plot), y: up(point) }) : '',
      ),
    ].join(''),
  };
}

/** Returns true if a line connects a point with the previous or next point. */
function hasNeighbour(points: readonly Point[], index: number): boolean {
  return [points[index - 1], points[index + 1]].some((point) => point !== undefined && point.value !== null);
}
