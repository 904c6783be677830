import { scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { valueScale } from './axes.js';
import { ChartOptions, frame } from './frame.js';
import { element } from './markup.js';
import { knownValues, Point, timeSpan } from './series.js';

const margin = 3;

/** A line without axes, which ends with a dot at the last known value. Nothing but its frame is drawn without one. */
export function sparkline(options: ChartOptions & { points: readonly Point[] }): string {
  const { points, width, height } = options;
  const series = [{ name: '', points }];
  const span = timeSpan(series);
  const last = points.findLast(({ value }) => value !== null);
  if (span === undefined || last === undefined) return frame(options);
  const y = valueScale(knownValues(series), height, false).range([height - margin, margin]);
  const x = scaleUtc()
    .domain(span)
    .range([margin, width - margin]);
  const path = line<Point>(
    ({ at }) => x(at),
    ({ value }) => y(value ?? 0),
  ).defined(({ value }) => value !== null);
  const end = { class: 'chart-fill-1', cx: x(last.at), cy: y(last.value ?? 0), r: 2.5 };
  return frame(
    options,
    element('path', { class: 'chart-line chart-stroke-1', d: path.digits(1)(points) ?? '' }),
    element('circle', end),
  );
}
