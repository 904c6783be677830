import { roomOfTime, TimeAxis } from './axes.js';
import { Band, drawBands, fittingBands, roomOfBands } from './bands.js';
import { ChartOptions, Plot, plotOf, Side } from './frame.js';
import { Callout, calloutRoom, drawCallout, numberedLines } from './labels/callouts.js';

/** What a chart over time shows besides its values. */
export interface Annotated extends ChartOptions {
  peak?: Callout | undefined;
  bands?: readonly Band[];
  /** Times with numbered lines. */
  marks?: readonly number[];
}

/** Returns the area of a chart without its sides, and the bands that fit. */
export function plotWithBands(options: Annotated) {
  const { peak, marks = [] } = options;
  const above = (peak ? calloutRoom : 16) + (marks.length > 0 ? 12 : 0);
  const bands = fittingBands(options, options.bands ?? [], above);
  return { plot: plotOf(options, { above, below: roomOfTime(options) + roomOfBands(bands) }), bands };
}

interface Axes {
  axis: TimeAxis;
  y: (value: number) => number;
  left: Side;
  plot: Plot;
}

/** Draws the annotations with the labels of the time axis. The names of the bands are in the left column. */
export function annotate(options: Annotated, bands: readonly Band[], { axis, y, left, plot }: Axes) {
  const { peak, marks = [] } = options;
  const { x } = axis;
  const { names, rows } = drawBands(bands, plot.bottom + roomOfTime(options) + 4, x, plot, left);
  return {
    left: { ...left, markup: left.markup + names },
    labels: numberedLines(marks, { x, plot }) + (peak ? drawCallout(peak, { x, y, plot }) : '') + axis.labels + rows,
  };
}
