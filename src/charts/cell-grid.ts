import { ChartOptions, frame, labelSize, optionalText, placeOf, Plot, plotOf } from './frame.js';
import { hatch, hatchId } from './hatch.js';
import { element, textElement } from './markup.js';
import { textWidth } from './labels/text-width.js';

export interface CellGridOptions extends ChartOptions {
  /** The labels of the rows, from top to bottom. */
  rows: readonly string[];
  /** The columns with a label. */
  columns: readonly { column: number; label: string }[];
  /** A list of values per row, with one value per column. Values are not negative. Null is no cell. */
  values: readonly (readonly (number | null)[])[];
  /** The first columns, which are unknown: hatched, with a label. */
  unknown?: { columns: number; label: string } | undefined;
  /** What the lightest and the darkest cell mean. */
  ends: readonly [least: string, most: string];
}

const levels = 5;
const legendRoom = 26;
const tickRoom = 20;

/** Draws a cell for each value. Four colors show the share of the largest value; 0 has its own color. */
export function cellGrid(options: CellGridOptions): string {
  const { rows, columns, values, unknown, ends } = options;
  const count = values[0]?.length ?? 0;
  const leftWidth = Math.ceil(Math.max(0, ...rows.map((label) => textWidth(label, labelSize) + 8)));
  const plot = plotOf(options, { above: 0, below: tickRoom + legendRoom, left: leftWidth, right: 0 });
  const rowHeight = plot.bottom / rows.length;
  const largest = Math.max(0, ...values.flat().map((value) => value ?? 0));
  const paths = Array.from({ length: levels }, (_, level) => {
    const d = values.map((row, r) => runsOf(row, r, level, largest)).join('');
    return element('path', { class: `chart-heat-${level}`, d });
  });
  const size = { width: plot.isFluid ? '100%' : plot.width, height: plot.bottom };
  const box = { ...size, viewBox: `0 -.5 ${count} ${rows.length}`, preserveAspectRatio: 'none' };
  const ticks = columns.map(({ column, label }, i) => {
    const anchor = column === count ? 'end' : undefined;
    const text = { class: 'chart-tick', x: placeOf((column / count) * plot.width, plot), y: plot.bottom + 14 };
    const tick = { ...text, 'text-anchor': anchor };
    return i % 2 === 0 ? textElement('text', tick, label) : optionalText(plot, tick, label);
  });
  const named = Math.ceil(labelSize / rowHeight);
  const names = rows.map((label, r) =>
    r % named > 0 ? '' : textElement('text', { class: 'chart-tick', x: 0, y: (r + 0.5) * rowHeight + 4 }, label),
  );
  return frame(options, {
    plot,
    left: { width: leftWidth, markup: names.join('') },
    right: { width: 0, markup: '' },
    paths: '',
    labels: [
      element('svg', { class: 'chart-cells', ...box }, ...paths),
      unknown && unknown.columns > 0 ? drawUnknown(unknown, count, plot, options) : '',
      ...ticks,
      legend(ends, plot.bottom + tickRoom),
    ].join(''),
  });
}

/** Returns a line for each run of neighboring cells of a level. Its dashes are the cells. */
function runsOf(row: readonly (number | null)[], place: number, level: number, largest: number): string {
  const runs: string[] = [];
  for (let start = 0; start < row.length; start++) {
    let end = start;
    while (end < row.length && levelOf(row[end] ?? null, largest) === level) end += 1;
    if (end > start) runs.push(`M${start} ${place}h${end - start}`);
    start = Math.max(start, end);
  }
  return runs.join('');
}

/** Returns 0 for no value, otherwise 1 to 4 by the share of the largest value; undefined for no cell. */
function levelOf(value: number | null, largest: number): number | undefined {
  if (value === null) return undefined;
  return value <= 0 ? 0 : Math.ceil((value / largest) * (levels - 1));
}

function drawUnknown(
  { columns, label }: { columns: number; label: string },
  count: number,
  plot: Plot,
  options: ChartOptions,
) {
  const width = (columns / count) * plot.width;
  const place = { width: placeOf(width, plot), height: plot.bottom };
  const middle = { x: placeOf(width / 2, plot), y: plot.bottom / 2 + 4, 'text-anchor': 'middle' };
  const text = optionalText(plot, { class: 'chart-label', ...middle }, label);
  const area = element('rect', { fill: `url(#${hatchId('unknown', options)})`, ...place });
  return hatch('unknown', options) + area + (columns / count > 0.25 ? text : '');
}

function legend([least, most]: readonly [string, string], top: number): string {
  const size = 12;
  const start = textWidth(least, labelSize) + 8;
  const lines = Array.from({ length: levels }, (_, i) => {
    const line = {
      class: `chart-heat-${i}`,
      d: `M${start + i * (size + 2)} ${top + 12}h${size}`,
      'stroke-width': size,
    };
    return element('path', line);
  });
  const text = { class: 'chart-note', y: top + 16 };
  const end = { ...text, x: start + levels * (size + 2) + 6 };
  return textElement('text', { ...text, x: 0 }, least) + lines.join('') + textElement('text', end, most);
}
