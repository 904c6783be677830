import { lineChart } from '../charts/line-chart.js';
import { fullNumber } from '../charts/number-labels.js';
import { withGaps } from '../charts/series.js';
import { fullMoment, timeWithin } from '../charts/time-labels.js';
import { changeBands } from './change-bands.js';
import { PictureQuery } from './dto/picture.query.js';
import { StreamDetail } from './dto/stream-detail.response.js';
import { ViewerPoint } from './dto/viewer-point.response.js';

const noViewers = 'No viewer samples in this period.';

/** Draws a viewer graph with the given granularity as a standalone SVG. */
export function drawViewerGraph(
  { user_display_name, streamer_id, title, started_at, changes, peak_viewers }: StreamDetail,
  graph: readonly ViewerPoint[],
  partSeconds: number,
  { width, height, theme }: PictureQuery,
): string {
  const points = graph.map(({ viewers, created_at }) => ({ at: Date.parse(created_at), value: viewers }));
  const peak = peakOf(points);
  const rangeMs = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  // Intervals have averages, which may be lower than the peak.
  const which = peak?.value === peak_viewers ? 'Peak' : 'Highest';
  const name = user_display_name ?? streamer_id;
  return lineChart({
    height,
    picture: { width, theme, heading: title ? `${name}: ${title}` : `Viewers of ${name}` },
    title: `Viewers of ${name} in the stream of ${fullMoment(new Date(started_at))} UTC`,
    description: describe(points),
    series: [{ name: 'Viewers', points: withGaps(points, partSeconds * 1_000) }],
    peak: peak && { ...peak, label: `${which} ${fullNumber(peak.value)}, ${timeWithin(new Date(peak.at), rangeMs)}` },
    bands: changeBands(changes, points.at(-1)?.at ?? 0),
    fromZero: true,
    empty: noViewers,
  });
}

interface KnownPoint {
  at: number;
  value: number;
}

function peakOf(points: readonly KnownPoint[]): KnownPoint | undefined {
  return points.reduce<KnownPoint | undefined>(
    (most, point) => (most && most.value >= point.value ? most : point),
    undefined,
  );
}

function describe(points: readonly KnownPoint[]): string {
  const [first, last, peak] = [points[0], points.at(-1), peakOf(points)];
  if (first === undefined || last === undefined || peak === undefined) return noViewers;
  return [
    `From ${fullMoment(new Date(first.at))} to ${fullMoment(new Date(last.at))} UTC:`,
    `${fullNumber(first.value)} viewers at the start, ${fullNumber(last.value)} at the end,`,
    `at most ${fullNumber(peak.value)} at ${fullMoment(new Date(peak.at))}.`,
  ].join(' ');
}
