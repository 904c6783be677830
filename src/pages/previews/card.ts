import { scaleLinear } from 'd3-scale';
import { line as d3Line } from 'd3-shape';
import { element, textElement } from '../../charts/markup.js';
import { TimeRange } from '../../figures/time.js';
import { boldness, shorten, textWidth } from '../../charts/labels/text-width.js';
import { markColours, markSvg } from '../layout/mark.js';
import { drawablePart } from './drawable-text.js';
import { previewSize } from './preview-paths.js';
import type { Point } from '../../charts/series.js';
import type { PercentChange } from '../parts/numbers.js';

/** A picture for links: who or what, when, up to five figures, and a drawing below them. */
export interface Card {
  title: string;
  subtitle: string;
  /** A short text in the upper right corner, and a note below it. */
  corner?: readonly [text: string, note: string] | undefined;
  figures: readonly CardFigure[];
  /** SVG markup below the figures. */
  drawing?: string;
}

export interface CardFigure {
  value: string;
  name: string;
  change?: PercentChange | null;
}

/** The colors of the pictures, which have no dark theme. */
const cardColours = { ...markColours, muted: '#565c63', axis: '#85857c', data: '#074aab' } as const;
const changeColours = { up: '#136b3a', down: '#a8321f', none: cardColours.muted } as const;

export const left = 64;
export const right = previewSize.width - left;
const cornerWidth = 440;

/** Where a drawing is, in pixels. Its labels are below. */
const widest = { left, top: 430, bottom: 560 };

/** The mark of the site, for cards without a drawing of their own. */
export const largeMark = element('g', { transform: 'translate(876 312) scale(10)' }, markSvg);

const minColumns = 4;

/** Draws a card as SVG. */
export function drawCard({ title, subtitle, corner, figures, drawing = '' }: Card, siteName: string): string {
  const { width, height } = previewSize;
  const columnWidth = (right - left) / Math.max(minColumns, figures.length);
  const nameRoom = right - 128 - (corner ? cornerWidth : 0);
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    element('rect', { width, height, fill: cardColours.paper }),
    element('g', { transform: `translate(${left} 50) scale(2)` }, markSvg),
    line(drawablePart(siteName), { x: 128, y: 88, size: 32, isBold: true, room: nameRoom }),
    ...(corner ? drawCorner(corner) : []),
    line(title, { x: left, y: 196, size: fitted(title, [72, 50], boldness), isBold: true }),
    line(subtitle, { x: left, y: 262, size: fitted(subtitle, [34, 28]) }),
    ...figures.map((figure, i) => drawFigure(figure, left + i * columnWidth, columnWidth - 16)),
    drawing,
  );
}

function drawCorner([text, note]: NonNullable<Card['corner']>): string[] {
  const place = { x: right, isEnd: true, room: cornerWidth - 24 };
  return [line(text, { ...place, y: 88, size: 32, isBold: true }), line(note, { ...place, y: 120, size: 22 })];
}

function drawFigure({ value, name, change }: CardFigure, x: number, room: number): string {
  // The largest figure is as wide as +999,999.
  const [large, small] = room < 220 ? [40, 22] : [44, 24];
  const parts = [
    line(value, { x, y: 345, size: large, isBold: true, room }),
    line(name, { x, y: 380, size: small, room }),
  ];
  if (!change) return parts.join('');
  const fill = changeColours[change.colour];
  // The font has no triangles.
  const triangle = { up: `M${x} 413l8 -15l8 15z`, down: `M${x} 398h16l-8 15z`, none: '' }[change.direction];
  const text = line(change.text, { x: triangle ? x + 24 : x, y: 414, size: small, room, fill });
  return [...parts, element('path', { d: triangle, fill }), text].join('');
}

/** Returns the size of a line: the smaller one for a long text, so that less of it is cut. */
function fitted(text: string, [large, small]: readonly [number, number], weight = 1): number {
  return textWidth(text, large * weight) <= right - left ? large : small;
}

interface LineOptions {
  x: number;
  y: number;
  size: number;
  isBold?: boolean;
  isEnd?: boolean;
  room?: number;
  fill?: string;
}

/** Draws one line of text, shortened to its room. Bold text is dark, other text is muted. */
export function line(
  text: string,
  { x, y, size, isBold = false, isEnd = false, room = right - x, fill }: LineOptions,
): string {
  const attributes = {
    x,
    y,
    'font-size': size,
    'font-weight': isBold ? 700 : 400,
    fill: fill ?? (isBold ? cardColours.ink : cardColours.muted),
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
  /** The time before which nothing is known: the axis is dotted there. */
  since?: number;
  area?: typeof widest;
}

const narrowestBar = 8;

/** Draws bars on a time axis, each as wide as its time and at least visible. */
export function barDrawing(bars: readonly CardBar[], range: CardAxis): string {
  const { x, y, bottom } = scalesOf(range, bars);
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

function scalesOf({ from, to, area = widest }: CardAxis, items: readonly { value: number | null }[]) {
  const largest = Math.max(1, ...items.map(({ value }) => value ?? 0));
  return {
    x: scaleLinear([from, Math.max(to, from + 1)], [area.left, right]).clamp(true),
    y: scaleLinear([0, largest], [area.bottom, area.top]),
    bottom: area.bottom,
  };
}

function axis(range: CardAxis): string {
  const { labels, since = range.from, area = widest } = range;
  const [first, last] = labels;
  const known = scalesOf(range, []).x(since);
  const path = (from: number, to: number, attributes: object) =>
    from < to ? element('path', { d: `M${from} ${area.bottom}H${to}`, stroke: cardColours.axis, ...attributes }) : '';
  const label = { y: area.bottom + 36, size: 22, room: (right - area.left) / 2 - 16 };
  return [
    path(area.left, known, { 'stroke-width': 4, 'stroke-dasharray': '0 9', 'stroke-linecap': 'round' }),
    path(known, right, { 'stroke-width': 2 }),
    line(first, { ...label, x: area.left }),
    line(last, { ...label, x: right, isEnd: true }),
  ].join('');
}
