import { element } from '../../charts/markup.js';
import type { Point } from '../../charts/series.js';
import { cardColours, cardPlot, line } from './card.js';

/** A bar from one time to another, in milliseconds of Unix time. */
export interface CardBar {
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
  const { x, y } = scales(
    range,
    bars.map(({ value }) => value),
  );
  const shapes = bars.map(({ from, to, value }) => {
    const width = Math.max(narrowestBar, x(to) - x(from));
    return element('rect', { x: Math.min(x(from), right - width), width, y: y(value), height: bottom - y(value) });
  });
  return element('g', { fill: cardColours.data }, ...shapes) + axis(range);
}

/** Draws a line on a time axis. An unknown value is a gap. */
export function lineDrawing(points: readonly Point[], range: Range): string {
  const { x, y } = scales(
    range,
    points.map(({ value }) => value),
  );
  let isDrawing = false;
  const steps = points.map(({ at, value }) => {
    const step = value === null ? '' : `${isDrawing ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    isDrawing = value !== null;
    return step;
  });
  const shape = {
    d: steps.join(''),
    fill: 'none',
    stroke: cardColours.data,
    'stroke-width': 4,
    'stroke-linejoin': 'round',
  };
  return element('path', { ...shape, 'stroke-linecap': 'round' }) + axis(range);
}

function scales({ from, to }: Range, values: readonly (number | null)[]) {
  const largest = Math.max(1, ...values.map((value) => value ?? 0));
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / Math.max(1, to - from)));
  return {
    x: (at: number) => left + share(at) * (right - left),
    y: (value: number) => bottom - (value / largest) * (bottom - top),
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
