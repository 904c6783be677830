import { greatest } from 'd3-array';
import { dayMs } from '../../figures/time.js';
import { lineChart } from '../../charts/line-chart.js';
import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { withGaps } from '../../charts/series.js';
import { fullMoment, shortDay, timeText } from '../../charts/labels/time-labels.js';
import { plainText } from '../shown-text.js';
import { changeBands } from './change-bands.js';
import { PictureOptions } from './picture.query.js';
import { maxPoints } from '../../figures/thinning.js';
import { StreamDetail } from '../detail/stream-detail.response.js';
import { maxPauseMs } from '../viewers/graph-range.js';
import { ViewerPoint } from '../viewers/viewer-point.response.js';
import { ViewerGraph } from '../viewers/viewer-graph.js';

const noViewers = 'No viewer samples in this period.';

/** Draws a viewer graph with the given granularity as a standalone SVG. */
export function drawViewerGraph(
  { user_display_name, streamer_id, title, started_at, changes, peak_viewers }: StreamDetail,
  { points: graph, peak }: ViewerGraph<ViewerPoint>,
  partSeconds: number,
  { width, height, theme }: PictureOptions,
): string {
  const points = graph.map(({ viewers, created_at }) => ({ at: Date.parse(created_at), value: viewers }));
  const isPeak = peak !== null && peak.viewers === peak_viewers;
  const highest = isPeak
    ? { at: Date.parse(peak.created_at), value: peak.viewers }
    : greatest(points, ({ value }) => value);
  const name = plainText(user_display_name, streamer_id);
  const shown = plainText(title);
  return lineChart({
    height,
    picture: { width, theme, heading: shown === '' ? `Viewers of ${name}` : `${name}: ${shown}` },
    title: `Viewers of ${name} in the stream of ${fullMoment(new Date(started_at))} UTC`,
    description: describe(points, highest),
    series: [
      { name: 'Viewers', points: withGaps(points, Math.max(maxPauseMs(partSeconds), longestOfThinned(points))) },
    ],
    peak: highest && { ...highest, label: labelOf(highest, isPeak ? 'Peak' : 'Highest', points) },
    bands: changeBands(changes, points.at(-1)?.at ?? 0),
    fromZero: true,
    empty: noViewers,
  });
}

interface KnownPoint {
  at: number;
  value: number;
}

/** Returns the longest pause between the points of a graph that is thinned to {@link maxPoints}: two points per part. */
function longestOfThinned(points: readonly KnownPoint[]): number {
  return points.length < maxPoints / 2 ? 0 : (4 * lengthOf(points)) / maxPoints;
}

function lengthOf(points: readonly KnownPoint[]): number {
  return (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
}

/** Writes a point with its time, and with its day in a graph of more than one day. */
function labelOf({ at, value }: KnownPoint, name: string, points: readonly KnownPoint[]): string {
  const moment = new Date(at);
  const isLong = lengthOf(points) > dayMs;
  return `${name} ${fullNumber(value)}, ${isLong ? `${shortDay(moment)}, ` : ''}${timeText(moment)}`;
}

function describe(points: readonly KnownPoint[], highest: KnownPoint | undefined): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || highest === undefined) return noViewers;
  return [
    `From ${fullMoment(new Date(first.at))} to ${fullMoment(new Date(last.at))} UTC:`,
    `${countText(first.value, 'viewer')} at the start, ${fullNumber(last.value)} at the end,`,
    `at most ${fullNumber(highest.value)} at ${fullMoment(new Date(highest.at))}.`,
  ].join(' ');
}
