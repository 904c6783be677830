import { element } from '../markup.js';

/** A series in a legend: a part of its line, or a square in the color of its bars or area. */
export interface SeriesSample {
  mark: 'line' | 'square';
  /** The place of the series, from 1, or `others`. */
  colour: number | string;
}

/** Draws a sample that is `width` pixels wide, with its middle at a height. */
export function drawSeriesSample({ mark, colour }: SeriesSample, x: number, y: number, width: number): string {
  if (mark === 'line') {
    return element('path', {
      class: `chart-line chart-stroke-${colour} chart-dash-${colour}`,
      d: `M${x} ${y}h${width}`,
    });
  }
  return element('rect', { class: `chart-fill-${colour}`, x: x + width - 12, y: y - 6, width: 12, height: 12, rx: 3 });
}
