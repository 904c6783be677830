import { scaleLinear, scaleUtc } from 'd3-scale';
import type { ScaleLinear, ScaleTime } from 'd3-scale';
import { ChartOptions, labelSize, Plot, plotOf } from './frame.js';
import { element, textElement } from './markup.js';
import { tickLabels } from './number-labels.js';
import { textWidth } from './text-width.js';
import { dayRange, fullMoment, timeLabels } from './time-labels.js';

/** The height of the tick labels, and of the labels of a time axis that shows days. */
export const tickRoom = 18;
const timeRoom = 36;

const labelHeight = 16;

interface ValuePlot {
  plot: Plot;
  y: ScaleLinear<number, number>;
  /** The SVG of the value axis. */
  axis: string;
}

/** Returns the plot, the scale and the value axis of a chart. `above` and `below` are pixels. */
export function valuePlot(
  options: ChartOptions,
  values: readonly number[],
  { above = 0, below, fromZero }: { above?: number; below: number; fromZero: boolean },
): ValuePlot {
  const rough = plotOf(options, { above, labels: 0, below });
  const height = rough.bottom - rough.top;
  const scale = valueScale(values, height, fromZero);
  const ticks = valueTicks(scale, height);
  const plot = plotOf(options, { above, labels: labelsWidth(ticks), below });
  const y = scale.range([plot.bottom, plot.top]);
  return { plot, y, axis: valueAxis(y, ticks, plot) };
}

/** Returns a scale with round ends. With `fromZero`, the scale starts at 0. */
function valueScale(values: readonly number[], height: number, fromZero: boolean): ScaleLinear<number, number> {
  const largest = Math.max(0, ...values);
  const lowest = fromZero ? Math.min(0, ...values) : Math.min(...values);
  const [low, high] = lowest === largest ? aroundOne(largest) : [lowest, largest];
  return scaleLinear().domain([low, high]).nice(tickCount(height));
}

/** Returns the ticks that fit on a value axis. Counts have no fractional ticks. */
function valueTicks(scale: ScaleLinear<number, number>, height: number): number[] {
  const ticks = scale.ticks(tickCount(height)).filter(Number.isInteger);
  const every = Math.max(1, Math.ceil(((ticks.length - 1) * labelHeight) / height));
  return ticks.filter((_, i) => i % every === 0);
}

/** Returns the width of the widest label. */
function labelsWidth(ticks: readonly number[]): number {
  return Math.max(0, ...ticks.map((tick) => textWidth(tickLabels(ticks)(tick), labelSize)));
}

/** Draws a line across the plot for each tick, with the label on the left. */
function valueAxis(scale: ScaleLinear<number, number>, ticks: readonly number[], plot: Plot): string {
  const label = tickLabels(ticks);
  return ticks
    .map((tick) => {
      const y = Math.round(scale(tick)) + 0.5;
      const line = element('line', { class: 'chart-grid', x1: plot.left, x2: plot.right, y1: y, y2: y });
      const at = { x: plot.left - 6, y, 'text-anchor': 'end', 'dominant-baseline': 'middle' };
      return line + textElement('text', { class: 'chart-tick', ...at }, label(tick));
    })
    .join('');
}

/** Returns a time scale. A single time is centered. */
export function timeScale([from, to]: readonly [number, number], plot: Plot): ScaleTime<number, number> {
  const domain = from < to ? [from, to] : [from - 1, from + 1];
  return scaleUtc().domain(domain).range([plot.left, plot.right]);
}

/** Draws the line under a plot with its ticks in UTC. Tall pictures also show the days that the axis covers. */
export function timeAxis(scale: ScaleTime<number, number>, plot: Plot, below: number): string {
  const [from, to] = scale.domain() as [Date, Date];
  const isMoment = Number(to) - Number(from) === 2;
  const ticks = isMoment ? [new Date(Number(from) + 1)] : scale.ticks(Math.max(2, (plot.right - plot.left) / 90));
  const marks = ticks.map((moment) => {
    const x = scale(moment);
    return element('line', { class: 'chart-axis', x1: x, x2: x, y1: plot.bottom + 0.5, y2: plot.bottom + 4.5 });
  });
  const label = isMoment ? fullMoment : timeLabels(ticks);
  const labels = tickTexts(
    ticks.map((moment) => ({ label: label(moment), x: scale(moment) })),
    plot,
  );
  const days = { class: 'chart-note', x: plot.right, y: plot.bottom + timeRoom - 2, 'text-anchor': 'end' };
  const note = below < timeRoom ? '' : textElement('text', days, isMoment ? 'UTC' : `${dayRange(from, to)}, UTC`);
  return baseline(plot) + marks.join('') + labels + note;
}

/** Returns the height of the labels of a time axis. */
export function roomOfTime({ height }: { height: number }): number {
  return height < 160 ? tickRoom : timeRoom;
}

/** Draws the line under a plot. */
export function baseline({ left, right, bottom }: Plot): string {
  const y = bottom + 0.5;
  return element('line', { class: 'chart-axis', x1: left, x2: right, y1: y, y2: y });
}

interface PlacedLabel {
  label: string;
  start: number;
  end: number;
}

/** Draws centered labels under a plot, inside the picture: all, or every second, third, ... label if space is short. */
export function tickTexts(labels: readonly { label: string; x: number }[], plot: Plot): string {
  const placed = labels.map(({ label, x }): PlacedLabel => {
    const width = textWidth(label, labelSize);
    const start = Math.min(Math.max(x - width / 2, plot.left - 12), plot.right + 8 - width);
    return { label, start, end: start + width };
  });
  let every = 1;
  while (touch(eachOf(placed, every))) every += 1;
  return eachOf(placed, every)
    .map(({ label, start, end }) => {
      const place = { x: (start + end) / 2, y: plot.bottom + 17, 'text-anchor': 'middle' };
      return textElement('text', { class: 'chart-tick', ...place }, label);
    })
    .join('');
}

function eachOf(labels: readonly PlacedLabel[], every: number): PlacedLabel[] {
  return labels.filter((_, i) => i % every === 0);
}

function touch(labels: readonly PlacedLabel[]): boolean {
  return labels.some(({ start }, i) => start < (labels[i - 1]?.end ?? -Infinity) + 10);
}

function tickCount(height: number): number {
  return Math.max(2, Math.min(6, Math.floor(height / 36)));
}

/** Returns a range with the value in the middle. Counts start at 0. */
function aroundOne(value: number): [number, number] {
  return value === 0 ? [0, 1] : [0, 2 * value];
}
