import { hourMs } from '../figures/time.js';
import { lineChart } from '../charts/line-chart.js';
import { fullNumber } from '../charts/labels/number-labels.js';
import { withUnusualGaps } from '../charts/series.js';
import { fullMoment } from '../charts/labels/time-labels.js';
import { PictureOptions } from '../streams/pictures/picture.query.js';
import { FollowerPoint } from './dto/follower-point.response.js';

/** Followers are usually counted at least once a day, but not at a fixed hour. */
export const usualPauseMs = 36 * hourMs;

/** Draws a follower graph as a standalone SVG. */
export function drawFollowerGraph(
  { display_name }: { display_name: string },
  graph: readonly FollowerPoint[],
  { width, height, theme }: PictureOptions,
): string {
  const points = graph.map(({ followers, created_at }) => ({ at: Date.parse(created_at), value: followers }));
  const heading = `Followers of ${display_name}`;
  return lineChart({
    height,
    title: heading,
    picture: { width, theme, heading },
    description: describe(points),
    series: [{ name: 'Followers', points: withUnusualGaps(points, usualPauseMs) }],
    empty: 'No follower counts in this period.',
  });
}

function describe(points: readonly { at: number; value: number }[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 'No follower counts in this period.';
  if (first === last) return `${fullNumber(first.value)} followers on ${fullMoment(new Date(first.at))} UTC.`;
  const values = points.map(({ value }) => value);
  return [
    `From ${fullNumber(first.value)} followers on ${fullMoment(new Date(first.at))} UTC`,
    `to ${fullNumber(last.value)} on ${fullMoment(new Date(last.at))} UTC,`,
    `at least ${fullNumber(Math.min(...values))} and at most ${fullNumber(Math.max(...values))}.`,
  ].join(' ');
}
