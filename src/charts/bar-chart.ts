import { annotate, Annotated, plotWithBands } from './annotations.js';
import { Tick, timeAxis, TimeRange, valueAxis } from './axes.js';
import { averageLine } from './labels/callouts.js';
import { EndLabel, endLabels } from './labels/end-labels.js';
import { plotBetween, ChartOptions, emptyFrame, frame, hatch, hatchId, placeOf, Plot } from './frame.js';
import { element, rounded, textElement } from './markup.js';
import { pageText } from './labels/number-labels.js';

/** A value over a time. Times are milliseconds of Unix time. */
export interface Bar {
  from: number;
  to: number;
  /** Null if unknown: the time is hatched, in full height unless the bar is of a series. */
  value: number | null;
  /** The end of a thin line above the bar, such as the peak. */
  high?: number | null;
  /** The place of the series, from 1. */
  series?: number;
  /** Whether the time is not over, or only partly in the range. The bar is hatched. */
  isPart?: boolean;
  /** The address and the tooltip of a bar that is a link. */
  link?: { href: string; title: string };
}

interface BarChartOptions extends Annotated {
  bars: readonly Bar[];
  range: TimeRange;
  /** Labels of the time axis in place of round times. */
  ticks?: readonly Tick[] | undefined;
  /** The names of the series, for labels to the right of the plot. */
  names?: readonly string[];
  /** Writes the values at the axis and of the average. */
  format?: (value: number) => string;
  /** Draws a dotted line. */
  average?: number | null | undefined;
  empty: string;
}

/** Pixels. */
const unknownHeight = 14;

/** Draws bars on a time axis, each as wide as its time and at least visible, and starting at 0. */
export function barChart(options: BarChartOptions): string {
  const { bars, range, ticks, format, average, names = [] } = options;
  const values = bars.flatMap(({ value, high }) => [value, high ?? null]).filter((value) => value !== null);
  if (values.length === 0) return emptyFrame(options, options.empty);
  const { plot: whole, bands } = plotWithBands(options);
  const { y, left, grid } = valueAxis(whole, values, { fromZero: true, format });
  const ends: EndLabel[] = names.map((name, i) => ({ y: whole.top, value: '', name, series: i + 1 }));
  if (average) ends.push({ y: y(average), value: (format ?? pageText)(average), name: 'average' });
  const side = endLabels(ends, whole);
  const right = { ...side, width: Math.max(side.width, 8) };
  const plot = plotBetween(left, whole, right);
  const axis = timeAxis(range, plot, ticks);
  const scales: Scales = { x: axis.x, y, plot };
  const { labels, ...sides } = annotate(options, bands, { axis, y, left, plot });
  return frame(options, {
    plot,
    ...sides,
    right,
    paths: [
      grid(plot),
      highs(bars, scales),
      ...bars.map((bar) => (isSolid(bar) ? drawBar(bar, scales) : '')),
      axis.paths,
      average ? averageLine(average, y, plot) : '',
    ].join(''),
    labels: hatched(bars, scales, options).join('') + labels,
    isHidden: bars.some(({ link }) => link !== undefined),
  });
}

interface Scales {
  x: (at: number) => number;
  y: (value: number) => number;
  plot: Plot;
}

/** A value of 0 has no bar. */
function isSolid({ value, isPart = false }: Bar): boolean {
  return Boolean(value) && !isPart;
}

/** Draws a thin line from each bar to its high. */
function highs(bars: readonly Bar[], { x, y }: Scales): string {
  const lines = bars.flatMap(({ from, to, value, high }) => {
    if (typeof high !== 'number') return [];
    return [`M${rounded(x((from + to) / 2))} ${rounded(y(high))}V${rounded(y(value ?? 0))}`];
  });
  return lines.length === 0 ? '' : element('path', { class: 'chart-high chart-stroke-1', d: lines.join('') });
}

function drawBar({ from, to, value, series = 1, link }: Bar, { x, y, plot: { bottom, isFluid } }: Scales): string {
  const top = rounded(y(value ?? 0));
  const d = `M${rounded(x(from))} ${bottom}V${top}H${rounded(x(to))}V${bottom}z`;
  const shape = element('path', { class: `chart-bar chart-fill-${series} chart-stroke-${series}`, d });
  return link === undefined || !isFluid
    ? shape
    : element('a', { href: link.href, tabindex: '-1' }, textElement('title', {}, link.title), shape);
}

/** Draws the bars of unfinished times in the color of their series, and unknown times in full height. */
function hatched(bars: readonly Bar[], { x, y, plot }: Scales, options: ChartOptions): string[] {
  const parts = bars.filter(({ value, isPart }) => value === null || (isPart && value !== 0));
  const colourOf = ({ value, series = 1 }: Bar) => (value === null ? 'unknown' : String(series));
  return [
    ...[...new Set(parts.map(colourOf))].map((colour) => hatch(colour, options)),
    ...parts.map((bar) => {
      const [start, end] = [x(bar.from), x(bar.to)];
      // Beside the bars of other series, unknown times have less weight.
      const unknownTop = bar.series === undefined ? plot.top : plot.bottom - unknownHeight;
      const top = bar.value === null ? unknownTop : y(bar.value);
      const place = { x: placeOf(start, plot), width: placeOf(end - start, plot), y: top, height: plot.bottom - top };
      const colour = colourOf(bar);
      const outline = bar.value === null ? undefined : `chart-outline chart-stroke-${colour}`;
      return element('rect', { class: outline, fill: `url(#${hatchId(colour, options)})`, ...place });
    }),
  ];
}
