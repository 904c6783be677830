import { formatMoment, Scales } from '../axes.js';
import { placeOf } from '../frame.js';
import { element, escapeText, textElement } from '../markup.js';

/** A point of a chart with a label, such as the peak. */
export interface Callout {
  at: number;
  value: number;
  label: string;
  /** What follows the label in a chart with space for it, such as the day. */
  detail?: string;
  /** The time that the label names, if it is not the time of the point; null if it names none. */
  labelAt?: number | null;
}

/** The height above the values for a {@link Callout} at the highest value. */
export const calloutRoom = 28;

/** The smallest distance of numbered lines, as a share of the width. */
const closest = 0.02;

/** Draws a ring around a point, with its label above it. */
export function drawCallout({ at, value, label, detail = '', labelAt = at }: Callout, { x, y, plot }: Scales): string {
  const share = x(at) / plot.width;
  const place = placeOf(x(at), plot);
  const anchor = share < 0.25 ? 'start' : share > 0.75 ? 'end' : 'middle';
  const text = { class: 'chart-label', x: place, y: y(value) - 11, 'text-anchor': anchor };
  // The script that converts times replaces the text of an element.
  const time = { 'data-at': labelAt === null ? undefined : formatMoment(labelAt, plot) };
  const rest = detail === '' || plot.isNarrow ? '' : textElement('tspan', { class: 'w', ...time }, detail);
  return (
    element('circle', { class: 'chart-ring', cx: place, cy: y(value), r: 4.5 }) +
    element('text', detail === '' ? { ...text, ...time } : text, escapeText(label), rest)
  );
}

/** Draws a dotted line across the plot at a value, such as the average. */
export function averageLine(value: number, { y, plot }: Scales): string {
  const at = Math.round(y(value)) + 0.5;
  return element('path', { class: 'chart-average', d: `M0 ${at}H${plot.width}` });
}

/** Draws dashed lines at times, with their numbers from 1 at the top. A line too close to the last one is left out. */
export function numberedLines(moments: readonly number[], { x, plot }: Scales): string {
  let last = -Infinity;
  const drawn = moments.map((at, i) => {
    if (x(at) - last < plot.width * closest) return '';
    last = x(at);
    const place = placeOf(x(at), plot);
    const line = { class: 'chart-mark', x1: place, x2: place, y1: 16, y2: plot.bottom };
    const text = { class: 'chart-label', x: place, y: 12, 'text-anchor': 'middle' };
    return element('line', line) + textElement('text', text, String(i + 1));
  });
  return drawn.join('');
}
