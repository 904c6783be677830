import type { ScaleTime } from 'd3-scale';
import { labelSize, Plot } from './frame.js';
import { element, textElement } from './markup.js';
import { Mark } from './series.js';
import { shorten, textWidth } from './text-width.js';
import { fullMoment } from './time-labels.js';

/** The height of the labels above a plot with marks. */
export const markRoom = 16;

const widest = 140;

/**
 * Draws a dashed line for each mark within the scale, with its label above the plot if the label fits before the next
 * label. The title of the line contains the whole label and the time.
 */
export function drawMarks(marks: readonly Mark[], scale: ScaleTime<number, number>, plot: Plot): string {
  const [from, to] = scale.domain() as [Date, Date];
  const shown = marks.filter(({ at }) => at >= Number(from) && at <= Number(to));
  let free = plot.left - 6;
  const drawn = shown.map(({ at, label }) => {
    const x = scale(at);
    const short = shorten(label, labelSize, widest);
    const width = textWidth(short, labelSize);
    const start = Math.min(x, plot.right + 8 - width);
    const fits = short !== '' && start >= free;
    if (fits) free = start + width + 10;
    const text = { class: 'chart-mark-label', x: start, y: plot.top - 5 };
    return element(
      'g',
      {},
      textElement('title', {}, `${fullMoment(new Date(at))} UTC: ${label}`),
      element('line', { class: 'chart-mark', x1: x, x2: x, y1: plot.top - 2, y2: plot.bottom }),
      fits ? textElement('text', text, short) : '',
    );
  });
  return drawn.join('');
}
