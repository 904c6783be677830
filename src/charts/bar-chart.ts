import { scaleBand } from 'd3-scale';
import { baseline, tickRoom, tickTexts, valuePlot } from './axes.js';
import { ChartOptions, emptyNote, frame } from './frame.js';
import { element, textElement } from './markup.js';

export interface Bar {
  /** Drawn under the bar if the label fits. */
  label: string;
  /** Null if unknown: no bar is drawn. */
  value: number | null;
  /** The bar as text, with all digits. */
  title: string;
}

export interface BarChartOptions extends ChartOptions {
  bars: readonly Bar[];
  empty: string;
}

/** Draws a bar for each value, starting at 0, in the given order. */
export function barChart(options: BarChartOptions): string {
  const { bars } = options;
  const values = bars.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return frame(options, emptyNote(options, options.empty));
  const { plot, y, axis } = valuePlot(options, values, { below: tickRoom, fromZero: true });
  const x = scaleBand<number>(bars.keys(), [plot.left, plot.right]).paddingInner(0.25).paddingOuter(0.15);
  const width = Math.min(x.bandwidth(), 48);
  const drawn = bars.map(({ value, title }, i) => {
    const middle = (x(i) ?? 0) + x.bandwidth() / 2;
    const [top, bottom] = [y(Math.max(0, value ?? 0)), y(Math.min(0, value ?? 0))];
    const shape = { class: 'chart-fill-1', x: middle - width / 2, y: top, width, height: Math.max(1, bottom - top) };
    return value === null ? '' : element('rect', shape, textElement('title', {}, title));
  });
  const middles = bars.map(({ label }, i) => ({ label, x: (x(i) ?? 0) + x.bandwidth() / 2 }));
  return frame(options, axis, ...drawn, baseline(plot), tickTexts(middles, plot));
}
