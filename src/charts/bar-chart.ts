import { groups } from 'd3-array';
import { TimeRange } from '../figures/time.js';
import { Scales } from './axes.js';
import { drawHatches, Hatch } from './hatches.js';
import { legend } from './labels/end-labels.js';
import { element, rounded, textElement } from './markup.js';
import { timeChart, TimeChartOptions, unknownAbove } from './time-chart.js';

/** A value over a time. */
export interface Bar extends TimeRange {
  /** Null if unknown: a dot. */
  value: number | null;
  /** The end of a thin line above the bar, such as the peak. */
  high?: number | null;
  /** The place of the series, from 1. The default is 1, and a gray dot for an unknown value. */
  series?: number | undefined;
  /** Whether the time is not over, or only partly in the range. The bar is hatched. */
  isPart?: boolean;
  /** The address and the tooltip of a bar that is a link. */
  link?: { href: string; title: string };
}

interface BarChartOptions extends TimeChartOptions {
  bars: readonly Bar[];
  range: TimeRange;
  /** The names of the series, for a legend to the right of the plot. */
  names?: readonly string[];
}

/** Bars that are narrower, in the coordinates of a plot, have an outline to be visible. */
const narrowestBar = 4;

/** Draws bars on a time axis, each as wide as its time and at least visible, and starting at 0. */
export function barChart(options: BarChartOptions): string {
  const { bars, range, names = [] } = options;
  return timeChart(options, {
    values: bars.flatMap(({ value, high }) => [value, high ?? null]).filter((value) => value !== null),
    range,
    fromZero: true,
    ends: (_y, whole) =>
      legend(
        names.map((name, i) => ({ name, colour: i + 1 })),
        whole,
      ),
    draw: (scales) => ({
      paths:
        highs(bars, scales) +
        unknownDots(bars, scales) +
        bars.map((bar) => (isSolid(bar) ? drawBar(bar, scales) : '')).join(''),
      labels: drawHatches(
        bars.flatMap((bar) => hatchOf(bar, scales)),
        scales.plot,
        options,
      ),
    }),
    isHidden: bars.some(({ link }) => link !== undefined),
  });
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

/** Draws a dot above the axis in the place of each bar with an unknown value. */
function unknownDots(bars: readonly Bar[], { x, plot }: Scales): string {
  const unknown = groups(
    bars.filter(({ value }) => value === null),
    ({ series }) => series ?? 'others',
  );
  return unknown
    .map(([series, dots]) => {
      const d = dots.map(({ from, to }) => `M${rounded(x((from + to) / 2))} ${plot.bottom - unknownAbove}h0`).join('');
      return element('path', { class: `chart-dots chart-stroke-${series}`, d });
    })
    .join('');
}

function drawBar({ from, to, value, series = 1, link }: Bar, { x, y, plot: { bottom, isFluid } }: Scales): string {
  const [start, end, top] = [x(from), x(to), y(value ?? 0)].map(rounded) as [number, number, number];
  const outline = end - start < narrowestBar ? ` chart-stroke-${series}` : '';
  const d = `M${start} ${bottom}V${top}H${end}V${bottom}z`;
  const shape = element('path', { class: `chart-bar chart-fill-${series}${outline}`, d });
  return link === undefined || !isFluid
    ? shape
    : element('a', { href: link.href, tabindex: '-1' }, textElement('title', {}, link.title), shape);
}

/** Returns the hatch of an unfinished time in the color of its series. */
function hatchOf({ from, to, value, series = 1, isPart = false }: Bar, { x, y, plot: { bottom } }: Scales): Hatch[] {
  const place = { from: x(from), to: x(to), bottom };
  return isPart && value ? [{ ...place, colour: String(series), top: y(value), isValue: true }] : [];
}
