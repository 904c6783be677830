import { channelCounts, CountName } from '../config/channel-counts.js';
import { hourMs } from '../figures/time.js';
import { lineChart } from '../charts/line-chart.js';
import { countText, fullNumber } from '../charts/labels/number-labels.js';
import { withUnusualGaps } from '../charts/series.js';
import { fullMoment } from '../charts/labels/time-labels.js';
import { PictureOptions } from '../streams/pictures/picture.query.js';
import { countOf, CountPoint } from './dto/channel-points.response.js';

/** Followers and subscribers are usually counted at least once a day, but not at a fixed hour. */
export const usualPauseMs = 36 * hourMs;

/** Draws a graph of followers or subscribers as a standalone SVG. */
export function drawCountGraph(
  of: CountName,
  { display_name }: { display_name: string },
  graph: readonly CountPoint[],
  { width, height, theme }: PictureOptions,
): string {
  const points = toSeriesPoints(graph);
  const { title, one } = channelCounts[of];
  const heading = `${title} of ${display_name}`;
  return lineChart({
    height,
    title: heading,
    picture: { width, theme, heading },
    description: describe(points, one),
    series: [{ name: title, points: withUnusualGaps(points, usualPauseMs) }],
    empty: `No ${one} counts in this period.`,
  });
}

export function toSeriesPoints(points: readonly CountPoint[]): { at: number; value: number }[] {
  return points.map((point) => ({ at: Date.parse(point.created_at), value: countOf(point) }));
}

function describe(points: readonly { at: number; value: number }[], one: string): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return `No ${one} counts in this period.`;
  if (first === last) return `${countText(first.value, one)} on ${fullMoment(new Date(first.at))} UTC.`;
  const values = points.map(({ value }) => value);
  return [
    `From ${countText(first.value, one)} on ${fullMoment(new Date(first.at))} UTC`,
    `to ${fullNumber(last.value)} on ${fullMoment(new Date(last.at))} UTC,`,
    `at least ${fullNumber(Math.min(...values))} and at most ${fullNumber(Math.max(...values))}.`,
  ].join(' ');
}
