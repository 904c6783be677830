import { heatLevels } from './chart-styles.js';
import { ChartOptions, frame, labelSize, Plot, plotOf } from './frame.js';
import { attributesOf, element, escapeText, textElement } from './markup.js';
import { textWidth } from './text-width.js';

export interface HeatMapOptions extends ChartOptions {
  /** The labels of the rows, from top to bottom, and of the columns. '' means no label. */
  rows: readonly string[];
  columns: readonly string[];
  /** A list of values per row, with one value per column. Values are not negative. */
  values: readonly (readonly number[])[];
  /** Describes a cell: `Monday 18:00, 3 hours`. */
  describe: (row: number, column: number, value: number) => string;
}

const gap = 2;
const legendRoom = 24;

/** Draws a cell for each value. Five levels of opacity show the share of the largest value; 0 has its own level. */
export function heatMap(options: HeatMapOptions): string {
  const { rows, columns, values, describe } = options;
  const labels = Math.max(0, ...rows.map((label) => textWidth(label, labelSize)));
  const plot = plotOf(options, { above: 14, labels, below: legendRoom });
  const width = (plot.right - plot.left) / columns.length;
  const height = (plot.bottom - plot.top) / rows.length;
  const largest = Math.max(0, ...values.flat());
  // Cells are most of the markup of a page, so cells share their common attributes.
  const size = attributesOf({ width: width - gap, height: height - gap, rx: 2 });
  const lefts = columns.map((_, c) => attributesOf({ x: plot.left + c * width }));
  const cells = values.flatMap((row, r) => {
    const place = attributesOf({ y: plot.top + r * height }) + size;
    return row.map((value, c) => {
      const shape = ['<rect class="chart-heat-', levelOf(value, largest), '"', lefts[c], place];
      return [...shape, '><title>', escapeText(describe(r, c, value)), '</title></rect>'].join('');
    });
  });
  return frame(
    options,
    ...rows.map((label, r) => rowLabel(label, plot.left - 8, plot.top + (r + 0.5) * height - gap / 2)),
    ...columns.map((label, c) => columnLabel(label, plot.left + c * width, plot.top - 6)),
    cells.join(''),
    drawLegend(plot),
  );
}

/** Returns 0 for no value, otherwise 1 to 5 by the share of the largest value. */
function levelOf(value: number, largest: number): number {
  return value <= 0 ? 0 : Math.ceil((value / largest) * (heatLevels.length - 1));
}

function rowLabel(label: string, x: number, y: number): string {
  return textElement('text', { class: 'chart-tick', x, y, 'text-anchor': 'end', 'dominant-baseline': 'middle' }, label);
}

function columnLabel(label: string, x: number, y: number): string {
  return label === '' ? '' : textElement('text', { class: 'chart-tick', x, y }, label);
}

function drawLegend({ right, bottom }: Plot): string {
  const size = 12;
  const y = bottom + 10;
  const end = right - textWidth('more', labelSize) - 6;
  const start = end - heatLevels.length * (size + gap);
  const text = { class: 'chart-note', y: y + size / 2, 'dominant-baseline': 'middle' };
  return [
    textElement('text', { ...text, x: start - 6, 'text-anchor': 'end' }, 'less'),
    ...heatLevels.map((_, i) =>
      element('rect', { class: `chart-heat-${i}`, x: start + i * (size + gap), y, width: size, height: size, rx: 2 }),
    ),
    textElement('text', { ...text, x: right, 'text-anchor': 'end' }, 'more'),
  ].join('');
}
