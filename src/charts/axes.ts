import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import type { ScaleContinuousNumeric, ScaleTime } from 'd3-scale';
import { utcDay, utcMonday } from 'd3-time';
import { dayMs, TimeRange } from '../figures/time.js';
import { ChartOptions, labelSize, optionalText, placeOf, Plot, Side } from './frame.js';
import { element, rounded, textElement } from './markup.js';
import { readableNumber, tickLabels } from './labels/number-labels.js';
import { shorten, textWidth } from './labels/text-width.js';
import { dayRange, fullMoment, monthText, timeLabels } from './labels/time-labels.js';

type ValueScale = ScaleContinuousNumeric<number, number>;

export interface ValueAxis {
  y: ValueScale;
  /** The tick labels. */
  left: Side;
  /** The grid lines, in the coordinates of a plot. */
  grid: (plot: Plot) => string;
}

interface ValueAxisOptions {
  fromZero?: boolean | undefined;
  /** A logarithmic scale. It has no place for 0. */
  isLog?: boolean | undefined;
  /** Writes the labels of the ticks. */
  format?: ((value: number) => string) | undefined;
}

/** The width of the labels on a page, so that the plots of a page have the same left edge. */
const leftOnPages = 52;
const labelHeight = 16;
const maxTicks = 8;
const narrowestNote = 80;

/** Returns a value axis with round ends and, for counts, without fractional ticks. */
export function valueAxis(
  { top, bottom, isFluid }: Plot,
  values: readonly number[],
  { fromZero = false, isLog = false, format }: ValueAxisOptions,
): ValueAxis {
  const height = bottom - top;
  const scale = isLog ? logScale(values) : linearScale(values, height, fromZero);
  const ticks = isLog ? logTicks(scale, height) : linearTicks(scale, height, format !== undefined);
  const y = scale.range([bottom, top]);
  const label = format ?? (isLog ? readableNumber : tickLabels(ticks));
  const texts = ticks.map((tick) => ({ text: label(tick), at: Math.round(y(tick)) }));
  const widest = 8 + Math.max(0, ...texts.map(({ text }) => textWidth(text, labelSize)));
  const width = Math.ceil(isFluid ? Math.max(leftOnPages, widest) : widest);
  const end = { class: 'chart-tick', x: width - 8, 'text-anchor': 'end' };
  const markup = texts.map(({ text, at }) => textElement('text', { ...end, y: at + 4 }, text)).join('');
  const lines = texts.map(({ at }) => at + 0.5).filter((at) => at < bottom);
  const grid = (plot: Plot) =>
    element('path', { class: 'chart-grid', d: lines.map((at) => `M0 ${at}H${plot.width}`).join('') });
  return { y, left: { width, markup }, grid };
}

function linearScale(values: readonly number[], height: number, fromZero: boolean): ValueScale {
  const largest = Math.max(0, ...values);
  const lowest = fromZero ? Math.min(0, ...values) : Math.min(...values);
  // A single value is in the middle. Counts start at 0.
  const domain = lowest === largest ? [0, 2 * largest || 1] : [lowest, largest];
  return scaleLinear().domain(domain).nice(tickCount(height));
}

/** Returns the ticks that fit. */
function linearTicks(scale: ValueScale, height: number, hasFractions: boolean): number[] {
  const ticks = scale.ticks(tickCount(height)).filter((tick) => hasFractions || Number.isInteger(tick));
  return eachOf(ticks, Math.max(1, Math.ceil(((ticks.length - 1) * labelHeight) / height)));
}

/** Returns a scale whose ends are 1, 2 or 5 times a power of ten. */
function logScale(values: readonly number[]): ValueScale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return scaleLog().domain([roundNumbers(low / 5, low).at(-1) ?? low, roundNumbers(high, high * 5)[0] ?? high]);
}

function logTicks(scale: ValueScale, height: number): number[] {
  const [low, high] = scale.domain() as [number, number];
  const all = roundNumbers(low, high);
  const powers = all.filter((tick) => Number.isInteger(Math.log10(tick)));
  const kept = all.length > tickCount(height) + 1 && powers.length > 2 ? powers : all;
  return eachOf(kept, Math.ceil((kept.length * labelHeight) / height));
}

/** Returns the numbers in a range that are 1, 2 or 5 times a power of ten. */
function roundNumbers(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const powers = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => 10 ** (first + i));
  return powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((value) => value >= low && value <= high);
}

function eachOf<Item>(items: readonly Item[], every: number): Item[] {
  return items.filter((_, i) => i % every === 0);
}

function tickCount(height: number): number {
  return Math.max(2, Math.min(5, Math.floor(height / 36)));
}

/** A label at a time. */
export interface Tick {
  at: number;
  label: string;
}

/** Places of times and values in a plot. */
export interface Scales {
  x: (at: number) => number;
  y: (value: number) => number;
  plot: Plot;
}

interface TimeAxis {
  x: ScaleTime<number, number>;
  paths: string;
  labels: string;
}

/** Returns the height of the labels of a time axis. Tall pictures also show the days that the axis covers. */
export function roomOfTime({ height, picture }: ChartOptions): number {
  return picture && height >= 160 ? 42 : 24;
}

/** Returns the line under a plot with its ticks in UTC. The axis covers the range, also where it has no values. Given ticks
 * are names of periods in UTC, which no script converts. */
export function timeAxis(range: TimeRange, plot: Plot, given?: readonly Tick[], zone = 'UTC'): TimeAxis {
  const x = timeScale(range, plot);
  const ticks = given ?? timeTicks(range);
  // In another time zone, a script writes a day at another tick.
  const hasTimes = !given && ticks.some(({ at }) => at % dayMs !== 0) && ticks.every(({ label }) => label.length < 7);
  const { bottom, width } = plot;
  const marks = ticks.map(({ at }) => `M${rounded(x(at))} ${bottom}v4`);
  const labels = eachOf(ticks, Math.ceil(ticks.length / (plot.width < 300 ? 4 : maxTicks))).map(({ at, label }, i) => {
    const share = x(at) / width;
    const anchor = share > 0.97 ? 'end' : 'middle';
    const place = { x: placeOf(x(at), plot), y: bottom + 18, 'text-anchor': anchor };
    const zoned = given
      ? {}
      : { 'data-at': formatMoment(at, plot), 'data-clock': hasTimes && plot.isFluid ? '' : undefined };
    const text = { class: 'chart-tick', ...place, ...zoned };
    return i % 2 === 0 ? textElement('text', text, label) : optionalText(plot, text, label);
  });
  const line = element('path', { class: 'chart-axis', d: `M0 ${bottom + 0.5}H${width}${marks.join('')}` });
  return { x, paths: line, labels: labels.join('') + coveredDays(range, plot, zone) };
}

/** Returns a time scale. A single time is centered, and times outside the range are at its ends. */
function timeScale({ from, to }: TimeRange, { width }: Plot): ScaleTime<number, number> {
  const domain = from < to ? [from, to] : [from - 1, from + 1];
  return scaleUtc().domain(domain).range([0, width]).clamp(true);
}

function timeTicks({ from, to }: TimeRange): Tick[] {
  if (from >= to) return [{ at: from, label: fullMoment(new Date(from)) }];
  const days = (to - from) / dayMs;
  // Weeks start on Monday.
  const weekly = days > 9 && days < 100 ? utcMonday.range(utcDay.ceil(new Date(from)), new Date(to)) : undefined;
  const ticks = weekly ?? scaleUtc().domain([from, to]).ticks(7);
  // A longer range has the same month more than once.
  const label = days > 366 && ticks.some((tick) => tick.getUTCMonth() > 0) ? monthText : timeLabels(ticks);
  return ticks.map((tick) => ({ at: tick.getTime(), label: label(tick) }));
}

/** Returns the time in the label of a page for the script that converts time zones. */
export function formatMoment(at: number, { isFluid }: Plot): string | undefined {
  return isFluid ? `${new Date(at).toISOString().slice(0, 16)}Z` : undefined;
}

/** Writes the days of a picture, and its note next to them. */
function coveredDays({ from, to }: TimeRange, plot: Plot, zone: string): string {
  if (plot.isFluid || plot.height - plot.bottom < 40) return '';
  const place = { class: 'chart-note', y: plot.bottom + 36 };
  // A range up to midnight does not have the day after.
  const days = from < to ? `${dayRange(new Date(from), new Date(to - 1))}, ${zone}` : zone;
  const room = plot.width - textWidth(days, labelSize) - 16;
  const note = plot.note && room > narrowestNote ? shorten(plot.note, labelSize, room) : '';
  return (
    textElement('text', { ...place, x: plot.width, 'text-anchor': 'end' }, days) +
    (note && textElement('text', { ...place, x: 0 }, note))
  );
}
