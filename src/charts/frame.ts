import { chartStyleSheet, ChartTheme } from './chart-styles.js';
import { element, textElement } from './markup.js';
import { shorten } from './text-width.js';

/** Options of every chart. */
export interface ChartOptions {
  /** Pixels. A page may scale the picture, because it has a viewBox. */
  width: number;
  height: number;
  /** The title for screen readers. */
  title: string;
  /** The content of the chart in words, for screen readers. */
  description: string;
  /** A line of text above the chart. Omit it on a page that has its own heading. */
  heading?: string | undefined;
  /** The colors of a standalone picture, as an embedded style sheet. Without a theme, the page styles the classes. */
  theme?: ChartTheme | undefined;
  /** Prefix of the IDs in the chart. Charts of one page need different prefixes. */
  id?: string | undefined;
}

/** The rectangle, in pixels, in which the values are drawn. */
export interface Plot {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const labelSize = 12;
export const headingSize = 14;
const padding = 12;

/** Returns an SVG with a title and a description. A standalone SVG also has a background and its styles. */
export function frame(options: ChartOptions, ...content: readonly string[]): string {
  const { width, height, title, description, heading, theme, id = 'chart' } = options;
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    class: 'chart',
    role: 'img',
    'aria-labelledby': `${id}-title ${id}-description`,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  };
  return element(
    'svg',
    attributes,
    textElement('title', { id: `${id}-title` }, title),
    textElement('desc', { id: `${id}-description` }, description),
    ...(theme ? [element('style', {}, chartStyleSheet(theme)), background(width, height)] : []),
    heading === undefined ? '' : headingText(heading, width),
    ...content,
  );
}

/** Returns the area that remains for a plot below the heading and to the right of the widest label. */
export function plotOf(
  { width, height, heading }: ChartOptions,
  room: { above?: number; labels: number; below: number },
) {
  const top = (heading === undefined ? 0 : headingSize + padding) + (room.above ?? 0) + padding;
  const left = room.labels + padding + 6;
  return { left, top, right: width - padding, bottom: height - room.below - padding };
}

/** Draws a sentence in the middle of a chart without data. */
export function emptyNote({ width, height, heading }: ChartOptions, note: string): string {
  const middle = (height + (heading === undefined ? 0 : headingSize + padding)) / 2;
  const attributes = {
    class: 'chart-note',
    x: width / 2,
    y: middle,
    'text-anchor': 'middle',
    'dominant-baseline': 'middle',
  };
  return textElement('text', attributes, shorten(note, labelSize, width - 2 * padding));
}

function background(width: number, height: number): string {
  return element('rect', { class: 'chart-background', width, height, rx: 6 });
}

function headingText(heading: string, width: number): string {
  const attributes = { class: 'chart-heading', x: padding, y: padding + headingSize - 2 };
  return textElement('text', attributes, shorten(heading, headingSize, width - 2 * padding));
}
