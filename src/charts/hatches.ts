import { ChartOptions, placeOf, Plot } from './frame.js';
import { element, textElement } from './markup.js';

/** A rectangle of diagonal lines, or of dots if it is unknown, in the coordinates of a plot. */
export interface Hatch {
  /** The place of a series, `others`, or `unknown`. */
  colour: string;
  from: number;
  to: number;
  top: number;
  bottom: number;
  /** Has a line around it, so that it ends visibly at its value. */
  isValue?: boolean;
  /** A tooltip. */
  title?: string;
}

/** Draws rectangles, which must not be stretched, after the patterns that fill them. */
export function drawHatches(hatches: readonly Hatch[], plot: Plot, { id = 'chart' }: ChartOptions): string {
  const idOf = (colour: string) => `${id}-hatch-${colour}`;
  const patterns = [...new Set(hatches.map(({ colour }) => colour))].map((colour) => pattern(idOf(colour), colour));
  const drawn = hatches.map(({ colour, from, to, top, bottom, isValue = false, title }) => {
    const place = { x: placeOf(from, plot), width: placeOf(to - from, plot), y: top, height: bottom - top };
    const name = isValue ? `chart-outline chart-stroke-${colour}` : undefined;
    const tooltip = title === undefined ? '' : textElement('title', {}, title);
    return element('rect', { class: name, fill: `url(#${idOf(colour)})`, ...place }, tooltip);
  });
  return [...patterns, ...drawn].join('');
}

function pattern(id: string, colour: string): string {
  const isUnknown = colour === 'unknown';
  const size = isUnknown ? 9 : 6;
  const shape = isUnknown
    ? element('circle', { class: 'chart-fill-others', cx: 4.5, cy: 4.5, r: 1.2 })
    : element('path', { class: `chart-stroke-${colour}`, d: 'M1.5 0V6', 'stroke-width': 2 });
  const place = { width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  return element('pattern', { id, ...place }, shape);
}
