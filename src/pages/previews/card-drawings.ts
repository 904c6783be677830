import { scaleLinear } from 'd3-scale';
import { line as d3Line } from 'd3-shape';
import { element } from '../../charts/markup.js';
import type { Point } from '../../charts/series.js';
import { cardColours, cardPlot, line } from './card.js';

/** A bar from one time to another, in milliseconds of Unix time. */
interface CardBar {
  from: number;
  to: number;
  value: number;
}

interface Range {
  from: number;
  to: number;
  /** The labels of both ends. */
  labels: readonly [string, string];
}

const { left, right, top, bottom } = cardPlot;
const narrowestBar = 8;

/** Draws bars on a time axis, each as wide as its time and at least visible. */
export function barDrawing(bars: readonly CardBar[], range: Range): string {
  const { x, y } = scalesOf(range, bars);
  const shapes = bars.map(({ from, to, value }) => {
    const width = Math.max(narrowestBar, x(to) - x(from));
    return element('rect', { x: Math.min(x(from), right - width), width, y: y(value), height: bottom - y(value) });
  });
  return element('g', { fill: cardColours.data }, ...shapes) + axis(range);
}

/** Draws a line on a time axis. An unknown value is a gap. */
export function lineDrawing(points: readonly Point[], range: Range): string {
  const { x, y } = scalesOf(range, points);
  const shape = d3Line<Point>(
    ({ at }) => x(at),
    ({ value }) => y(value ?? 0),
  ).defined(({ value }) => value !== null);
  const round = { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  const stroke = { fill: 'none', stroke: cardColours.data, 'stroke-width': 4, ...round };
  return element('path', { d: shape.digits(1)(points) ?? undefined, ...stroke }) + axis(range);
}

function scalesOf({ from, to }: Range, items: readonly { value: number | null }[]) {
  const largest = Math.max(1, ...items.map(({ value }) => value ?? 0));
  return {
    x: scaleLinear([from, Math.max(to, from + 1)], [left, right]).clamp(true),
    y: scaleLinear([0, largest], [bottom, top]),
  };
}

function axis({ labels }: Range): string {
  const [first, last] = labels;
  return [
    element('path', { d: `M${left} ${bottom}H${right}`, stroke: cardColours.axis, 'stroke-width': 2 }),
    line(first, { x: left, y: 596, size: 22, room: 400 }),
    line(last, { x: right, y: 596, size: 22, isEnd: true, room: 400 }),
  ].join('');
}
