import { labelSize, Plot, Side } from '../frame.js';
import { element, escapeText } from '../markup.js';
import { boldness, shorten, textWidth } from './text-width.js';

/** A series in a legend: a part of its line, or a square in the color of its bars or area. */
export interface SeriesSample {
  mark: 'line' | 'square';
  /** The place of the series, from 1, or `others`. */
  colour: number | string;
}

/** A value, a name, or both, to the right of a plot. */
export interface EndLabel {
  /** Pixels. */
  y: number;
  /** Empty in a legend. */
  value: string;
  name?: string;
  sample?: SeriesSample;
}

const sampleWidth = 18;
const rowHeight = 16;
const maxNameWidth = 130;

/** Draws labels, pushed apart where they would overlap. A narrow chart has names in legends only. */
export function endLabels(labels: readonly EndLabel[], { width, top, bottom, isFluid, isNarrow }: Plot): Side {
  const named = labels.map((label) => {
    const { name, value } = label;
    const isShort = name === undefined || (isNarrow && value !== '');
    const short = isShort ? '' : ` ${shorten(name, labelSize, Math.min(maxNameWidth, width / 5))}`;
    return { ...label, short, x: label.sample ? sampleWidth + 12 : 8 };
  });
  const widths = named.map(({ value, short, x }) => x + 2 + textWidth(value + short, labelSize) * boldness);
  const markup = spread(named, top, bottom).map(({ x, y, value, short, sample }) => {
    const drawn = sample ? drawSeriesSample(sample, 6, Math.round(y), sampleWidth) : '';
    const text = (content: string) => element('text', { class: 'chart-label', x, y: y + 4 }, content);
    const optional = isFluid && short !== '' ? { class: 'w' } : undefined;
    const name = escapeText(short);
    // A sample without a text says nothing, so a narrow page has neither.
    if (value === '') return element('g', optional ?? {}, drawn, text(name));
    return drawn + text(escapeText(value) + (optional ? element('tspan', optional, name) : name));
  });
  return { width: Math.ceil(Math.max(8, ...widths)), markup: markup.join('') };
}

/** Returns the names of bars or areas, from top to bottom. */
export function legend(series: readonly { name: string; colour: number | string }[], { top }: Plot): EndLabel[] {
  return series.map(({ name, colour }) => ({ y: top, value: '', name, sample: { mark: 'square', colour } }));
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
