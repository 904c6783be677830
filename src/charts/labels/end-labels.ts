import { labelSize, Plot, Side } from '../frame.js';
import { element, escapeText } from '../markup.js';
import { shorten, textWidth } from './text-width.js';

/** A value, and usually a name, to the right of a plot. */
export interface EndLabel {
  /** Pixels. */
  y: number;
  value: string;
  name?: string;
  /** The place of the series, from 1, for a sample of its line. */
  series?: number;
}

const sampleWidth = 22;
const rowHeight = 16;
const longestName = 130;
/** Bold letters are wider than the average that text widths are estimated with. */
const boldness = 1.1;

/** Returns the width of the column of labels. A narrow chart has no names. */
export function endWidth(labels: readonly EndLabel[], isNarrow: boolean): number {
  const widths = labels.map(({ value, name = '', series }) => {
    const text = isNarrow ? value : `${value} ${shorten(name, labelSize, longestName)}`;
    return 10 + (series === undefined ? 0 : sampleWidth) + textWidth(text, labelSize) * boldness;
  });
  return Math.ceil(Math.max(0, ...widths));
}

/** Draws labels, pushed apart where they would overlap. */
export function endLabels(labels: readonly EndLabel[], { top, bottom, isFluid, isNarrow }: Plot): Side {
  const placed = spread(labels, top, bottom);
  const markup = placed.map(({ y, value, name, series }) => {
    const line = `chart-line chart-stroke-${series} chart-dash-${series}`;
    const sample = series === undefined ? '' : element('path', { class: line, d: `M6 ${Math.round(y)}h18` });
    const short = name === undefined || isNarrow ? '' : escapeText(` ${shorten(name, labelSize, longestName)}`);
    const x = series === undefined ? 8 : 8 + sampleWidth;
    const isOptional = isFluid && short !== '';
    // A sample of a line without a text says nothing, so a narrow chart has neither.
    if (value === '')
      return element(
        'g',
        isOptional ? { class: 'w' } : {},
        sample,
        element('text', { class: 'chart-label', x, y: y + 4 }, short),
      );
    const named = isOptional ? element('tspan', { class: 'w' }, short) : short;
    return sample + element('text', { class: 'chart-label', x, y: y + 4 }, escapeText(value) + named);
  });
  return { width: endWidth(labels, isNarrow), markup: markup.join('') };
}

/** Moves labels down, and from the bottom up, until each has its own row. */
function spread(labels: readonly EndLabel[], top: number, bottom: number): EndLabel[] {
  const sorted = labels.map((label) => ({ ...label })).sort((a, b) => a.y - b.y);
  sorted.forEach((label, i) => (label.y = Math.max(label.y, (sorted[i - 1]?.y ?? top - 2 * rowHeight) + rowHeight)));
  let limit = bottom + rowHeight / 2;
  for (const label of sorted.toReversed()) {
    label.y = Math.min(label.y, limit);
    limit = label.y - rowHeight;
  }
  return sorted;
}
