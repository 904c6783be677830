import { TimeRange } from '../figures/time.js';
import { averageLine, Callout, calloutRoom, drawCallout, numberedLines } from './labels/callouts.js';
import { roomOfTime, Scales, Tick, timeAxis, ValueAxis, valueAxis } from './axes.js';
import { Band, drawBands, fittingBands, roomOfBands } from './bands.js';
import { ChartOptions, emptyFrame, frame, labelSize, Plot, placeOf, plotBetween, computePlot } from './frame.js';
import { EndLabel, endLabels } from './labels/end-labels.js';
import { pageText } from './labels/number-labels.js';
import { shortDay } from './labels/time-labels.js';
import { element, rounded, textElement } from './markup.js';

/** Options of every chart over time. */
export interface TimeChartOptions extends ChartOptions {
  /** The note for a chart without values. */
  empty: string;
  /** Labels of the time axis in place of round times. */
  ticks?: readonly Tick[] | undefined;
  /** The time zone of the range, whose times are shifted to it, if it is not UTC. */
  zone?: string;
  /** Writes the values at the axis and to the right of the plot. */
  format?: ((value: number) => string) | undefined;
  /** The time before which nothing is known. Draws a dotted line with a label. */
  unknownUntil?: number | undefined;
  /** Draws a dashed line with a label. */
  average?: number | null | undefined;
  peak?: Callout | undefined;
  /** A mark below the peak, such as of the best month. Too close to the peak, it has no label. */
  record?: Callout | undefined;
  bands?: readonly Band[];
  /** Times with numbered lines. */
  marks?: readonly number[];
}

/** The values of a chart, and how to draw them. */
export interface TimeDrawing {
  /** The values that the value axis includes. */
  values: readonly number[];
  range: TimeRange | undefined;
  fromZero?: boolean;
  isLog?: boolean;
  /** Returns the labels to the right of the plot. */
  ends: (y: Scales['y'], whole: Plot) => readonly EndLabel[];
  /** Returns paths in the coordinates of the plot, and texts and marks that must not be stretched. */
  draw: (scales: Scales) => { paths: string; labels: string };
  isHidden?: boolean;
}

/** Draws values on a value axis and a time axis, with everything that charts over time have in common. */
export function timeChart(options: TimeChartOptions, drawing: TimeDrawing): string {
  const { average, peak, record, marks = [], ticks, zone, unknownUntil, format = pageText } = options;
  const { range, isHidden = false } = drawing;
  if (range === undefined || drawing.values.length === 0) return emptyFrame(options, options.empty);
  const { plot: whole, bands } = plotWithBands(options);
  const { y, left, grid } = valueAxisOf(options, drawing, whole);
  const ends = [...drawing.ends(y, whole)];
  if (typeof average === 'number') ends.push({ y: y(average), value: format(average), name: 'average' });
  const right = endLabels(ends, whole);
  const plot = plotBetween(left, whole, right);
  const axis = timeAxis(range, plot, ticks, zone);
  const scales = { x: axis.x, y, plot };
  const { paths, labels } = drawing.draw(scales);
  const unknown = drawUnknown(range, unknownUntil, scales);
  const { names, rows } = drawBands(bands, plot.bottom + roomOfTime(options) + 4, scales, left);
  return frame(options, {
    plot,
    left: { ...left, markup: left.markup + names },
    right,
    paths:
      grid(plot) +
      axis.paths +
      unknown.line +
      paths +
      (typeof average === 'number' ? averageLine(average, scales) : ''),
    labels:
      labels +
      unknown.label +
      numberedLines(marks, scales) +
      (record ? drawCallout(isClose(record, peak, y) ? { ...record, detail: '' } : record, scales) : '') +
      (peak ? drawCallout(peak, scales) : '') +
      axis.labels +
      rows,
    isHidden,
  });
}

/** Returns whether the labels of two marks would be on each other. */
function isClose(one: Callout, other: Callout | undefined, y: Scales['y']): boolean {
  return other !== undefined && Math.abs(y(one.value) - y(other.value)) < 1.5 * labelSize;
}

/** The pixels between the axis and dots for unknown values. */
export const unknownAbove = 5;

/** A shorter part of the axis has no label. */
const labelledPart = 0.2;

function drawUnknown({ from, to }: TimeRange, until: number | undefined, { x, plot }: Scales) {
  if (until === undefined || until <= from) return { line: '', label: '' };
  const end = Math.min(until, to);
  const top = plot.bottom - unknownAbove;
  const line = element('path', { class: 'chart-unknown', d: `M4 ${top}H${rounded(Math.max(4, x(end) - 4))}` });
  if (end - from < labelledPart * (to - from)) return { line, label: '' };
  const at = new Date(end);
  const day = { class: 'w', 'data-at': plot.isFluid ? at.toISOString() : undefined };
  const text = { class: 'chart-tick', x: placeOf(x(from), plot), y: top - 7 };
  return { line, label: element('text', text, 'unknown', textElement('tspan', day, ` until ${shortDay(at)}`)) };
}

/** Returns the value at which the value axis of a chart begins. */
export function firstTick(options: TimeChartOptions, drawing: TimeDrawing): number {
  return valueAxisOf(options, drawing, plotWithBands(options).plot).y.domain()[0] ?? 0;
}

/** Returns an axis with all values. A peak by minutes can exceed the means of longer intervals. */
function valueAxisOf({ average, peak, format }: TimeChartOptions, drawing: TimeDrawing, plot: Plot): ValueAxis {
  const { values, fromZero, isLog } = drawing;
  const shown = [...values, ...(typeof average === 'number' ? [average] : []), ...(peak ? [peak.value] : [])];
  return valueAxis(plot, shown, { fromZero, isLog, format });
}

/** Returns the area of a chart without its sides, and the bands that fit. */
function plotWithBands(options: TimeChartOptions) {
  const above = (options.peak ? calloutRoom : 16) + (options.marks?.length ? 12 : 0);
  const bands = fittingBands(options, options.bands ?? [], above);
  return { plot: computePlot(options, { above, below: roomOfTime(options) + roomOfBands(bands) }), bands };
}
