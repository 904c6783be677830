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
const maxNameWidth = 130;
/** Bold letters are wider than the average that text widths are estimated with. */
const boldness = 1.1;

/** Draws labels, pushed apart where they would overlap. A narrow chart has no names. */
export function endLabels(labels: readonly EndLabel[], { top, bottom, isFluid, isNarrow }: Plot): Side {
  const named = labels.map((label) => {
    const short = label.name === undefined || isNarrow ? '' : ` ${shorten(label.name, labelSize, maxNameWidth)}`;
    return { ...label, short, x: label.series === undefined ? 8 : 8 + sampleWidth };
  });
  const widths = named.map(({ value, short, x }) => x + 2 + textWidth(value + short, labelSize) * boldness);
  const markup = spread(named, top, bottom).map(({ x, y, value, short, series }) => {
    const line = `chart-line chart-stroke-${series} chart-dash-${series}`;
    const sample = series === undefined ? '' : element('path', { class: line, d: `M6 ${Math.round(y)}h18` });
    const text = (content: string) => element('text', { class: 'chart-label', x, y: y + 4 }, content);
    const optional = isFluid && short !== '' ? { class: 'w' } : undefined;
    const name = escapeText(short);
    // A sample of a line without a text says nothing, so a narrow chart has neither.
    if (value === '') return element('g', optional ?? {}, sample, text(name));
    return sample + text(escapeText(value) + (optional ? element('tspan', optional, name) : name));
  });
  return { width: Math.ceil(Math.max(0, ...widths)), markup: markup.join('') };
}

/** Moves labels down, and from the bottom up, until each has its own row. */
function spread<Label extends { y: number }>(labels: readonly Label[], top: number, bottom: number): Label[] {
  const sorted = labels.map((label) => ({ ...label })).sort((a, b) => a.y - b.y);
  sorted.forEach((label, i) => (label.y = Math.max(label.y, (sorted[i - 1]?.y ?? top - 2 * rowHeight) + rowHeight)));
  let limit = bottom + rowHeight / 2;
  for (const label of sorted.toReversed()) {
    label.y = Math.min(label.y, limit);
    limit = label.y - rowHeight;
  }
  return sorted;
}
