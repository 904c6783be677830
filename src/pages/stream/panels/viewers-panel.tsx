import { median, pairs } from 'd3-array';
import { minuteMs } from '../../../figures/time.js';
import { Band } from '../../../charts/bands.js';
import { Callout } from '../../../charts/labels/callouts.js';
import { lineChart } from '../../../charts/line-chart.js';
import { Point } from '../../../charts/series.js';
import { timeWithin } from '../../../charts/labels/time-labels.js';
import { granularitySeconds } from '../../../streams/viewers/graph-range.js';
import { countText, fullNumber } from '../../../charts/labels/number-labels.js';
import { markerBand, listStarts } from '../../parts/panels/marker-band.js';
import { minutesText } from '../../parts/duration-text.js';
import { Zone } from '../../parts/moments.js';
import { rowsTable } from '../../downloads/file-table.js';
import { Column, countColumn, momentColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { plainText } from '../../../streams/shown-text.js';
import { ViewerPoint } from '../../../streams/viewers/viewer-point.response.js';
import { rangeFormId } from './range-panel.js';
import { StreamChart, StreamView } from '../stream-view.js';
import { changeBands } from '../../../streams/pictures/change-bands.js';

const viewerColumns: readonly Column<Pick<ViewerPoint, 'created_at' | 'viewers'>>[] = [
  momentColumn('Time', ({ created_at }) => created_at),
  countColumn('Viewers', ({ viewers }) => viewers),
];

/** Viewers during a stream, with gaps where samples are missing, its peak, games and titles, and the markers of its events. */
export const streamViewersPanel: StreamChart = {
  id: 'viewers',
  title: 'Viewers',
  about: 'viewers',
  wide: true,
  hasData: ({ viewers }) => viewers.length > 0,
  empty: 'No viewer samples of this stream.',
  show: (view) => {
    const { stream, viewers, granularity, markers, minutes } = view;
    const points = viewers.map((point) => ({ at: Date.parse(point.created_at), value: point.viewers }));
    const stepSeconds = granularitySeconds[granularity];
    const start = Date.parse(stream.started_at);
    const range = { from: start, to: start + minutes * minuteMs };
    const every = minutesText(
      Math.round((median(pairs(points, (one, next) => next.at - one.at)) ?? 1_000 * stepSeconds) / minuteMs),
    );
    const peak = peakOf(view);
    const eventBand = markerBand('Event', markers, range);
    const bands = [...changeBands(stream.changes, range.to), ...eventBand].map(plainBand);
    const largest = Math.max(0, ...points.map(({ value }) => value));
    const description = `${peak?.label ?? `Up to ${countText(largest, 'viewer')}`}, in ${countText(points.length, 'interval')} of ${every}.`;
    return {
      brief: 'gap: not measured',
      note: (
        <>
          <Zone />, a point every {every === '1 minute' ? 'minute' : every}.{' '}
          {peak === undefined ? null : <b>The ring marks the peak. </b>}A gap in the line is time that nobody measured.
        </>
      ),
      chart: {
        ...{ label: 'numbers of viewers', height: 290 + 28 * bands.length, description, range, selects: rangeFormId },
        draw: (options) =>
          lineChart({
            ...{ ...options, title: 'Viewers over the time of the stream', range, peak, bands, fromZero: true },
            series: [{ name: 'Viewers', points: withUnknown(points, view.measured, range.to) }],
            average: stream.avg_viewers,
            marks: listStarts(eventBand),
          }),
        numbers: <NumbersTable columns={viewerColumns} rows={viewers} />,
      },
    };
  },
  call: ({ stream: { id }, granularity }) => `/v1/streams/${id}/graphs/${granularity}`,
  // The page combines minutes of a long stream.
  file: ({ viewers }, id) => rowsTable(viewerColumns, () => viewers.listAll(id, 'minutely')),
};

/** Returns the highest sample, if it is the peak of the figures. Otherwise the time of the peak is unknown. */
function peakOf({ stream, peak, minutes }: StreamView): Callout | undefined {
  if (peak === null || peak.viewers !== stream.peak_viewers) return undefined;
  const moment = new Date(peak.created_at);
  const label = `Peak ${fullNumber(peak.viewers)}, ${timeWithin(moment, minutes * minuteMs)}`;
  return { at: moment.getTime(), value: peak.viewers, label };
}

/** Adds the times at which the viewers are unknown. If the last sample counts until the end, adds it there too. */
function withUnknown(points: readonly Point[], { moments, heldViewers }: StreamView['measured'], end: number): Point[] {
  const unknown = moments.filter((_, i) => heldViewers[i] !== null).map((at) => ({ at, value: null }));
  const last = points.at(-1);
  const isHeld = last && last.at < end && (unknown.at(-1)?.at ?? 0) < last.at;
  const atEnd = isHeld ? [{ ...last, at: end }] : [];
  return [...points, ...unknown, ...atEnd].sort((a, b) => a.at - b.at);
}

function plainBand({ name, parts }: Band): Band {
  return { name, parts: parts.map((part) => ({ ...part, label: plainText(part.label) })) };
}
