import { ChartOptions, headingSize, labelSize } from './frame.js';
import { element, textElement } from './markup.js';
import { shorten, textWidth } from './text-width.js';

const rowHeight = 18;
const swatch = 12;
const between = 16;
const longestName = 160;

/** A name with its color class: a number from 1, or `others`. */
export interface LegendItem {
  name: string;
  colour: string;
}

interface Placed extends LegendItem {
  x: number;
  row: number;
}

/** Draws a legend under the heading, in as many rows as necessary. A single series has no legend. */
export function legend(items: readonly LegendItem[], options: ChartOptions): { height: number; markup: string } {
  if (items.length < 2) return { height: 0, markup: '' };
  const placed = place(items, options.width);
  const top = options.heading === undefined ? 12 : headingSize + 24;
  const markup = placed.map(({ name, colour, x, row }) => {
    const y = top + row * rowHeight;
    const square = { class: `chart-fill-${colour}`, x, y: y - 5, width: swatch, height: 10, rx: 2 };
    const text = { class: 'chart-legend', x: x + swatch + 6, y, 'dominant-baseline': 'middle' };
    return element('rect', square) + textElement('text', text, name);
  });
  return { height: ((placed.at(-1)?.row ?? 0) + 1) * rowHeight, markup: markup.join('') };
}

function place(items: readonly LegendItem[], width: number): Placed[] {
  let x = 12;
  let row = 0;
  return items.map(({ name, colour }) => {
    const short = shorten(name, labelSize, longestName);
    const taken = swatch + 6 + textWidth(short, labelSize) + between;
    if (x > 12 && x + taken > width) [x, row] = [12, row + 1];
    x += taken;
    return { name: short, colour, x: x - taken, row };
  });
}
