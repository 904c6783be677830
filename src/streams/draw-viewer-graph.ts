import { lineChart } from '../charts/line-chart.js';
import { fullNumber } from '../charts/number-labels.js';
import { withGaps } from '../charts/series.js';
import { fullMoment } from '../charts/time-labels.js';
import { changeMarks } from './change-marks.js';
import { PictureQuery } from './dto/picture.query.js';
import { StreamDetail } from './dto/stream-detail.response.js';
import { ViewerPoint } from './dto/viewer-point.response.js';

const noViewers = 'No viewer samples in this period.';

/** Draws a viewer graph with the given granularity as a standalone SVG. */
export function drawViewerGraph(
  { user_display_name, streamer_id, title, started_at, changes }: StreamDetail,
  graph: readonly ViewerPoint[],
  partSeconds: number,
  { width, height, theme }: PictureQuery,
): string {
  const points = graph.map(({ viewers, created_at }) => ({ at: Date.parse(created_at), value: viewers }));
  const name = user_display_name ?? streamer_id;
  return lineChart({
    ...{ width, height, theme },
    heading: title ? `${name}: ${title}` : `Viewers of ${name}`,
    title: `Viewers of ${name} in the stream of ${fullMoment(new Date(started_at))} UTC`,
    description: describe(points),
    series: [{ name: 'Viewers', points: withGaps(points, partSeconds * 1_000) }],
    marks: changeMarks(changes),
    fromZero: true,
    empty: noViewers,
  });
}

function describe(points: readonly { at: number; value: number }[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return noViewers;
  const peak = points.reduce((most, point) => (point.value > most.value ? point : most), first);
  return [
    `From ${fullMoment(new Date(first.at))} to ${fullMoment(new Date(last.at))} UTC:`,
    `${fullNumber(first.value)} viewers at the start, ${fullNumber(last.value)} at the end,`,
    `at most ${fullNumber(peak.value)} at ${fullMoment(new Date(peak.at))}.`,
  ].join(' ');
}
