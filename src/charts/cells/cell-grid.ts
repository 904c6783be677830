import {
  plotBetween,
  ChartOptions,
  frame,
  labelSize,
  noSide,
  optionalText,
  placeOf,
  Plot,
  computePlot,
} from '../frame.js';
import { drawHatches } from '../hatches.js';
import { element, textElement } from '../markup.js';
import { textWidth } from '../labels/text-width.js';
import { cellLevels, cellLines } from './cell-lines.js';

interface CellGridOptions extends ChartOptions {
  /** The labels of the rows, from top to bottom. */
  rows: readonly string[];
  /** The columns with a label. */
  columns: readonly { column: number; label: string }[];
  /** A list of values per row, with one value per column, as for {@link cellLines}. */
  values: readonly (readonly (number | null)[])[];
  /** The number of unknown cells, which are the first ones, column by column. They have dots and a label. */
  unknown?: { cells: number; label: string } | undefined;
  /** What the lightest and the darkest cell mean. */
  ends: readonly [least: string, most: string];
}

const legendRoom = 26;
const tickRoom = 20;

/** Draws a cell for each value. */
export function cellGrid(options: CellGridOptions): string {
  const { rows, columns, values, unknown, ends } = options;
  const count = values[0]?.length ?? 0;
  const leftWidth = Math.ceil(Math.max(0, ...rows.map((label) => textWidth(label, labelSize) + 8)));
  const whole = computePlot(options, { above: 0, below: tickRoom + legendRoom });
  const plot = plotBetween({ ...noSide, width: leftWidth }, whole, noSide);
  const rowHeight = plot.bottom / rows.length;
  const paths = cellLines(values).map((d, level) => element('path', { class: `chart-heat-${level}`, d }));
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
    right: noSide,
    paths: '',
    labels: [
      element('svg', { class: 'chart-cells', ...box }, ...paths),
      unknown ? drawUnknown(unknown, count, plot, options) : '',
      ...ticks,
      legend(ends, plot.bottom + tickRoom),
    ].join(''),
  });
}

function drawUnknown(unknown: { cells: number; label: string }, count: number, plot: Plot, options: CellGridOptions) {
  const rowCount = options.rows.length;
  const columns = Math.floor(unknown.cells / rowCount);
  const hatched = (from: number, to: number, rows: number) => {
    const [start, end] = [from, to].map((column) => (column / count) * plot.width) as [number, number];
    return { colour: 'unknown', from: start, to: end, top: 0, bottom: (rows / rowCount) * plot.bottom };
  };
  const part = unknown.cells % rowCount;
  const hatches = [hatched(0, columns, rowCount), ...(part > 0 ? [hatched(columns, columns + 1, part)] : [])];
  const place = { x: placeOf((columns / count / 2) * plot.width, plot), y: plot.bottom / 2 + 4 };
  const text = { class: 'chart-label', ...place, 'text-anchor': 'middle' };
  return drawHatches(hatches, plot, options) + (columns / count > 0.25 ? optionalText(plot, text, unknown.label) : '');
}

function legend([least, most]: readonly [string, string], top: number): string {
  const size = 12;
  const start = Math.ceil(textWidth(least, labelSize)) + 8;
  const lines = Array.from({ length: cellLevels }, (_, i) => {
    const line = {
      class: `chart-heat-${i}`,
      d: `M${start + i * (size + 2)} ${top + 12}h${size}`,
      'stroke-width': size,
    };
    return element('path', line);
  });
  const text = { class: 'chart-note', y: top + 16 };
  const end = { ...text, x: start + cellLevels * (size + 2) + 6 };
  return textElement('text', { ...text, x: 0 }, least) + lines.join('') + textElement('text', end, most);
}
