import { scaleLinear } from 'd3-scale';
import { line as d3Line } from 'd3-shape';
import { element, textElement } from '../../charts/markup.js';
import { TimeRange } from '../../figures/time.js';
import { boldness, shorten, textWidth } from '../../charts/labels/text-width.js';
import { markColours, markSvg } from '../layout/mark.js';
import { drawablePart } from './drawable-text.js';
import { previewSize } from './preview-paths.js';
import type { Point } from '../../charts/series.js';

/** A picture for links: who or what, when, up to four figures, and a drawing below them. */
export interface Card {
  title: string;
  subtitle: string;
  figures: readonly CardFigure[];
  /** SVG markup below the figures. */
  drawing?: string;
}

export interface CardFigure {
  value: string;
  name: string;
}

/** The colors of the pictures, which have no dark theme. */
const cardColours = { ...markColours, muted: '#565c63', axis: '#85857c', data: '#074aab' } as const;

export const left = 64;
const right = previewSize.width - left;
/** The top and the bottom of the drawing, in pixels. */
const [top, bottom] = [430, 560];

const columnWidth = (right - left) / 4;
const maxTitleSize = 72;
const minTitleSize = 50;

/** Draws a card as SVG. */
export function drawCard({ title, subtitle, figures, drawing = '' }: Card, siteName: string): string {
  const { width, height } = previewSize;
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    element('rect', { width, height, fill: cardColours.paper }),
    element('g', { transform: `translate(${left} 50) scale(2)` }, markSvg),
    line(drawablePart(siteName), { x: 128, y: 88, size: 32, isBold: true, room: right - 128 }),
    line(title, { x: left, y: 196, size: titleSize(title), isBold: true }),
    line(subtitle, { x: left, y: 262, size: 34 }),
    ...figures.slice(0, 4).flatMap(({ value, name }, i) => {
      const x = left + i * columnWidth;
      const room = columnWidth - 16;
      return [line(value, { x, y: 345, size: 44, isBold: true, room }), line(name, { x, y: 380, size: 24, room })];
    }),
    drawing,
  );
}

/** Returns the size of a title: smaller for a long one, so that less of it is cut. */
function titleSize(title: string): number {
  return textWidth(title, maxTitleSize * boldness) <= right - left ? maxTitleSize : minTitleSize;
}

interface LineOptions {
  x: number;
  y: number;
  size: number;
  isBold?: boolean;
  isEnd?: boolean;
  room?: number;
}

/** Draws one line of text, shortened to its room. Bold text is dark, other text is muted. */
export function line(
  text: string,
  { x, y, size, isBold = false, isEnd = false, room = right - x }: LineOptions,
): string {
  const attributes = {
    x,
    y,
    'font-size': size,
    'font-weight': isBold ? 700 : 400,
    fill: isBold ? cardColours.ink : cardColours.muted,
    'text-anchor': isEnd ? 'end' : undefined,
  };
  return textElement('text', attributes, shorten(text, size * (isBold ? boldness : 1), room));
}

/** A bar from one time to another. */
interface CardBar extends TimeRange {
  value: number;
}

interface CardAxis extends TimeRange {
  /** The labels of both ends. */
  labels: readonly [string, string];
}

const narrowestBar = 8;

/** Draws bars on a time axis, each as wide as its time and at least visible. */
export function barDrawing(bars: readonly CardBar[], range: CardAxis): string {
  const { x, y } = scalesOf(range, bars);
  const shapes = bars.map(({ from, to, value }) => {
    const width = Math.max(narrowestBar, x(to) - x(from));
    return element('rect', { x: Math.min(x(from), right - width), width, y: y(value), height: bottom - y(value) });
  });
  return element('g', { fill: cardColours.data }, ...shapes) + axis(range);
}

/** Draws a line on a time axis. An unknown value is a gap. */
export function lineDrawing(points: readonly Point[], range: CardAxis): string {
  const { x, y } = scalesOf(range, points);
  const shape = d3Line<Point>(
    ({ at }) => x(at),
    ({ value }) => y(value ?? 0),
  ).defined(({ value }) => value !== null);
  const round = { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  const stroke = { fill: 'none', stroke: cardColours.data, 'stroke-width': 4, ...round };
  return element('path', { d: shape.digits(1)(points) ?? undefined, ...stroke }) + axis(range);
}

function scalesOf({ from, to }: CardAxis, items: readonly { value: number | null }[]) {
  const largest = Math.max(1, ...items.map(({ value }) => value ?? 0));
  return {
    x: scaleLinear([from, Math.max(to, from + 1)], [left, right]).clamp(true),
    y: scaleLinear([0, largest], [bottom, top]),
  };
}

function axis({ labels }: CardAxis): string {
  const [first, last] = labels;
  return [
    element('path', { d: `M${left} ${bottom}H${right}`, stroke: cardColours.axis, 'stroke-width': 2 }),
    line(first, { x: left, y: 596, size: 22, room: 400 }),
    line(last, { x: right, y: 596, size: 22, isEnd: true, room: 400 }),
  ].join('');
}
