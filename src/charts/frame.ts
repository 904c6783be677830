import { chartStyleSheet, ChartTheme } from './chart-styles.js';
import { element, textElement } from './markup.js';
import { shorten } from './labels/text-width.js';

/** Options of every chart. */
export interface ChartOptions {
  /** The title for screen readers. */
  title: string;
  /** The content of the chart in words, for screen readers. */
  description: string;
  /** Pixels. */
  height: number;
  /** Prefix of the IDs in the chart. Charts of one page need different prefixes. */
  id?: string | undefined;
  /** Draws a standalone picture of fixed width. Without this option, the chart is a part of a page with its width. */
  picture?: Picture | undefined;
}

/** A standalone SVG, with its own styles. */
export interface Picture {
  /** Pixels. */
  width: number;
  /** A line of text above the chart. */
  heading: string;
  /** How to read the chart, in a few words below the time axis. */
  note?: string | undefined;
  theme: ChartTheme;
}

/**
 * The area of the values. On a page, curves have a width of 1,000 and are stretched, and texts are at a percentage of the
 * width. So one drawing is sharp at every width, and its texts always have the same size.
 */
export interface Plot {
  width: number;
  /** The height of the whole drawing, and the top and the bottom of the values. */
  height: number;
  top: number;
  bottom: number;
  isFluid: boolean;
  /** Whether a picture has no space for names at the ends of lines and for every second label. */
  isNarrow: boolean;
  /** The note of a picture. */
  note: string | undefined;
}

/** A column of fixed width beside the plot, such as the labels of the value axis. */
export interface Side {
  width: number;
  markup: string;
}

interface Drawing {
  plot: Plot;
  left: Side;
  right: Side;
  /** Paths in the coordinates of the plot. */
  paths: string;
  /** Texts and marks that must not be stretched, drawn over the paths. */
  labels: string;
  /** Hides a drawing with links from screen readers. The page shows the same links in a table. */
  isHidden?: boolean;
}

export const noSide: Side = { width: 0, markup: '' };
export const labelSize = 12;
const headingSize = 14;
const padding = 12;
const headingRoom = headingSize + padding;
/** The widest drawing without names and without every second label. The style sheet of the pages has the same limit. */
const narrowest = 480;

/** Returns the area of a chart without sides. `above` and `below` are pixels. */
export function computePlot(
  { height, picture }: ChartOptions,
  { above, below }: { above: number; below: number },
): Plot {
  const inner = picture ? height - headingRoom - padding : height;
  const isNarrow = picture !== undefined && picture.width < narrowest;
  const width = picture ? picture.width - 2 * padding : 1000;
  const bottom = Math.max(above + 1, inner - below);
  return { width, height: inner, top: above, bottom, isFluid: picture === undefined, isNarrow, note: picture?.note };
}

/** Returns the area between two sides. */
export function plotBetween(left: Side, plot: Plot, right: Side): Plot {
  return plot.isFluid ? plot : { ...plot, width: Math.max(1, plot.width - left.width - right.width) };
}

/** Returns the horizontal place of a text or mark in the plot: a percentage on a page, pixels in a picture. */
export function placeOf(x: number, { width, isFluid }: Plot): string | number {
  return isFluid ? `${Math.round((x / width) * 10_000) / 100}%` : x;
}

/** Returns the markup of a text that a narrow chart omits. */
export function optionalText(plot: Plot, attributes: Record<string, string | number | undefined>, text: string) {
  const name = [attributes.class, plot.isFluid ? 'w' : ''].join(' ').trim();
  return plot.isNarrow ? '' : textElement('text', { ...attributes, class: name }, text);
}

/** Returns a part of a page: the sides, and the plot with the remaining width. Or a standalone picture of the same parts. */
export function frame(options: ChartOptions, drawing: Drawing): string {
  const { plot, left, right, paths, labels, isHidden = false } = drawing;
  const { height, width } = plot;
  const stretched = { viewBox: `0 0 ${width} ${height}`, width: '100%', height, preserveAspectRatio: 'none' };
  if (options.picture) {
    const { width: whole } = options.picture;
    const at = (x: number, side: Side) => element('g', { transform: `translate(${x} ${headingRoom})` }, side.markup);
    const inside = { width, markup: paths + labels };
    const ends = whole - padding - right.width;
    return picture(options, options.picture, at(padding, left), at(padding + left.width, inside), at(ends, right));
  }
  const { title, description } = options;
  const access = isHidden ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': `${title}. ${description}` };
  const side = (name: string, { width: own, markup }: Side) =>
    element('svg', { class: name, width: own, height }, markup);
  return element(
    'div',
    { class: 'chart', ...access },
    side('chart-left', left),
    element('svg', { class: 'chart-plot', height }, element('svg', stretched, paths), labels),
    side('chart-right', right),
  );
}

/** Returns a chart without data: a sentence in its middle. */
export function emptyFrame(options: ChartOptions, note: string): string {
  const plot = computePlot(options, { above: 0, below: 0 });
  const place = { x: placeOf(plot.width / 2, plot), y: plot.height / 2, 'text-anchor': 'middle' };
  const text = shorten(note, labelSize, options.picture ? plot.width : 340);
  const labels = textElement('text', { class: 'chart-note', ...place }, text);
  return frame(options, { plot, left: noSide, right: noSide, paths: '', labels });
}

function picture(options: ChartOptions, { width, heading, theme }: Picture, ...parts: string[]) {
  const { height } = options;
  const text = { class: 'chart-heading', x: padding, y: padding + headingSize - 2 };
  return standalone(
    { ...options, width, theme, name: 'chart' },
    element('rect', { class: 'chart-background', width, height, rx: 6 }),
    textElement('text', text, shorten(heading, headingSize, width - 2 * padding)),
    ...parts,
  );
}

/** A standalone SVG. `name` is its CSS class. */
interface Standalone extends Omit<ChartOptions, 'picture'> {
  width: number;
  theme: ChartTheme;
  name: string;
}

/** Returns an SVG with its styles, and with its title and description for screen readers. */
export function standalone({ title, description, width, height, theme, name }: Standalone, ...parts: string[]): string {
  return element(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', class: name, role: 'img', 'aria-labelledby': 'title description' },
      ...{ width, height, viewBox: `0 0 ${width} ${height}` },
    },
    textElement('title', { id: 'title' }, title),
    textElement('desc', { id: 'description' }, description),
    element('style', {}, chartStyleSheet(theme)),
    ...parts,
  );
}
