import { element, textElement } from '../../charts/markup.js';
import { shorten, textWidth } from '../../charts/labels/text-width.js';
import { markColours, markSvg } from '../layout/mark.js';
import { drawablePart } from './drawable-text.js';
import { previewSize } from './preview-paths.js';

/** A picture for links: who or what, when, up to four figures, and a drawing below them. */
export interface Card {
  title: string;
  subtitle: string;
  figures: readonly CardFigure[];
  /** SVG markup within {@link cardPlot}. */
  drawing?: string;
}

export interface CardFigure {
  value: string;
  name: string;
}

/** The colors of the pictures, which have no dark theme. */
export const cardColours = { ...markColours, muted: '#565c63', axis: '#85857c', data: '#074aab' } as const;

const left = 64;
const right = previewSize.width - left;
/** The rectangle of the drawing, in pixels. */
export const cardPlot = { left, right, top: 430, bottom: 560 } as const;

const columnWidth = (right - left) / 4;
/** Bold letters are wider than the average that text widths are estimated with. */
const boldness = 1.1;
const largestTitle = 72;
const smallestTitle = 50;

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
  return textWidth(title, largestTitle * boldness) <= right - left ? largestTitle : smallestTitle;
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
