import { chartStyleSheet, ChartTheme } from './chart-styles.js';
import { element, textElement } from './markup.js';
import { shorten } from './text-width.js';

/** What every chart needs. */
export interface ChartOptions {
  /** Pixels, which a page may scale: the picture has a viewBox. */
  width: number;
  height: number;
  /** What the chart shows, for people who do not see it. */
  title: string;
  /** What there is to see in it, in words. */
  description: string;
  /** A line of text above the chart; without it the chart has none, as on a page that has a heading of its own. */
  heading?: string | undefined;
  /** For a picture that stands alone: its colours, as a style sheet inside. Without it the page around styles the classes. */
  theme?: ChartTheme | undefined;
  /** Starts the ids in the chart. Charts of one page need different ones. */
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

/** An SVG with a title, a description and, if it stands alone, a background and its style. */
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

/** The room that is left for a plot, under a heading and so many pixels, and beside the widest label. */
export function plotOf(
  { width, height, heading }: ChartOptions,
  room: { above?: number; labels: number; below: number },
) {
  const top = (heading === undefined ? 0 : headingSize + padding) + (room.above ?? 0) + padding;
  const left = room.labels + padding + 6;
  return { left, top, right: width - padding, bottom: height - room.below - padding };
}

/** A sentence in the middle of a chart that has nothing to draw. */
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
