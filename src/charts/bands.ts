import { TimeRange } from '../figures/time.js';
import { roomOfTime, Scales } from './axes.js';
import { ChartOptions, labelSize, placeOf, computePlot, Side } from './frame.js';
import { element, textElement } from './markup.js';
import { boldness, shorten, textWidth } from './labels/text-width.js';

/** A time with a label, such as a game. */
export interface BandPart extends TimeRange {
  label: string;
  /** The place of the series color, from 1. Without a color, the part is gray. */
  colour?: number;
}

/** A row under the time axis that shows what lasted how long, such as the games of a stream. */
export interface Band {
  name: string;
  parts: readonly BandPart[];
}

const boldSize = boldness * labelSize;
const bandHeight = 24;
const bandGap = 4;
/** The width of a plot on most wide pages and on most phones. A page has a label for each. */
const wideWidth = 800;
const narrowWidth = 220;
/** A label is not shortened to fewer pixels. */
const minLabelWidth = 48;
/** Narrower parts, as a share of the width, are left out. */
const narrowestPart = 0.003;

/** The height of values that is worth more than a band. */
const lowestPlot = 72;

/** Returns the first bands that leave enough height for the values, which have `above` pixels above them. */
export function fittingBands(options: ChartOptions, bands: readonly Band[], above: number): readonly Band[] {
  const { top, bottom } = computePlot(options, { above, below: roomOfTime(options) });
  return bands.slice(0, Math.max(0, Math.floor((bottom - top - lowestPlot) / (bandHeight + bandGap))));
}

export function roomOfBands(bands: readonly Band[]): number {
  return bands.length * (bandHeight + bandGap);
}

/** Draws bands below the time axis, and their names in the column to the left. `top` is the top of the first band. */
export function drawBands(bands: readonly Band[], top: number, scales: Scales, left: Side) {
  const topOf = (row: number) => top + row * (bandHeight + bandGap);
  const names = bands.map(({ name }, row) => {
    const place = { x: left.width - 8, y: topOf(row) + 16, 'text-anchor': 'end' };
    return textElement('text', { class: 'chart-tick', ...place }, name);
  });
  const rows = bands.map(({ parts }, row) => parts.map((part) => drawPart(part, topOf(row), scales)).join(''));
  return { names: names.join(''), rows: rows.join('') };
}

/** Shortens a label to its space. If there is little space, only the number of the label remains, or nothing. */
function fitting(label: string, room: number): string {
  if (textWidth(label, boldSize) <= room) return label;
  if (room >= minLabelWidth) return shorten(label, boldSize, room);
  const [number = ''] = /^\d+(?= )/.exec(label) ?? [];
  return textWidth(number, boldSize) <= room ? number : '';
}

/** Draws a part as an SVG of its own. A tooltip has the whole label. */
function drawPart({ from, to, label, colour }: BandPart, y: number, { x, plot }: Scales): string {
  const [start, end] = [from, to].map((at) => Math.min(plot.width, Math.max(0, x(at)))) as [number, number];
  if (end - start < narrowestPart * plot.width) return '';
  const size = { x: placeOf(start, plot), y, width: placeOf(end - start, plot), height: bandHeight };
  const fill = colour === undefined ? 'chart-fill-0' : `chart-band chart-fill-${colour}`;
  // A gap of the color of the background separates neighboring parts.
  const box = {
    class: fill,
    x: 1,
    width: plot.isFluid ? '100%' : Math.max(1, end - start - 1),
    height: bandHeight,
    rx: 3,
  };
  const text = (short: string, name = '') =>
    short && textElement('text', { class: `chart-label chart-plain${name}`, x: 9, y: 16 }, short);
  const fittingAt = (width: number) => fitting(label, ((end - start) / plot.width) * width - 16);
  const [wide, narrow] = plot.isFluid ? [fittingAt(wideWidth), fittingAt(narrowWidth)] : [fittingAt(plot.width)];
  const texts = narrow === undefined || wide === narrow ? text(wide) : text(wide, ' w') + text(narrow, ' n');
  return element('svg', size, textElement('title', {}, label), element('rect', box), texts);
}
