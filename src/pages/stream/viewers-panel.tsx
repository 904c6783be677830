import { median } from 'd3-array';
import { minuteMs } from '../../charts/durations.js';
import { Band } from '../../charts/bands.js';
import { Callout } from '../../charts/labels/callouts.js';
import { lineChart } from '../../charts/line-chart.js';
import { Point, withGaps } from '../../charts/series.js';
import { timeWithin } from '../../charts/labels/time-labels.js';
import { StreamDetail } from '../../streams/detail/stream-detail.response.js';
import { changeBands } from '../../streams/pictures/change-bands.js';
import { granularitySeconds, longestHoldMs, longestPauseMs } from '../../streams/viewers/graph-granularity.js';
import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { useCanvas } from '../parts/panels/canvas.js';
import { Graph } from '../parts/panels/graph.js';
import { markerBand, momentsOfMarkers } from '../parts/panels/marker-band.js';
import { minutesText, Zone } from '../parts/moments.js';
import { MomentsTable } from '../parts/lists/numbers-table.js';
import { Panel } from '../parts/panels/panel.js';
import { plainText } from '../parts/names/texts.js';
import { StreamView } from './stream-view.js';

/** Viewers during a stream, with gaps where samples are missing, its peak, games and titles, and the markers of its events. */
export function ViewersPanel({ view }: { view: StreamView }) {
  const { stream, viewers, granularity, markers, minutes } = view;
  const points = viewers.map((point) => ({ at: Date.parse(point.created_at), value: point.viewers }));
  const stepSeconds = granularitySeconds[granularity];
  const start = Date.parse(stream.started_at);
  const range = [start, start + minutes * minuteMs] as const;
  const every = minutesText(Math.round((median(pausesOf(points)) ?? 1_000 * stepSeconds) / minuteMs));
  const peak = peakOf(view);
  const bands = [...changeBands(stream.changes, range[1]), ...markerBand('Event', markers, range)].map(plainBand);
  const largest = Math.max(0, ...points.map(({ value }) => value));
  const description = `${peak?.label ?? `Up to ${countText(largest, 'viewer')}`}, in ${countText(points.length, 'interval')} of ${minutesText(stepSeconds / 60)}.`;
  const brief = 'gap: not measured';
  return (
    <Panel
      id="viewers"
      title="Viewers"
      brief={brief}
      wide
      note={
        <>
          <Zone />, a point every {every === '1 minute' ? 'minute' : every}.{' '}
          {peak === undefined ? null : <b>The ring marks the peak. </b>}A gap in the line is time that nobody measured.
        </>
      }
      files={{ of: `streams/${stream.id}/viewers`, isChart: true }}
      data={`/v1/streams/${stream.id}/graphs/${granularity}`}
      empty={points.length === 0 && 'No viewer samples of this stream.'}
    >
      <Graph
        id="viewers-graph"
        label="numbers of viewers"
        range={range}
        drawing={lineChart({
          ...{ id: 'viewers', title: 'Viewers over the time of the stream', description, range, peak, bands },
          ...useCanvas(290 + 28 * bands.length, brief),
          series: [
            { name: 'Viewers', points: withGaps(heldToEnd(points, range[1], stream), longestPauseMs(stepSeconds)) },
          ],
          average: stream.avg_viewers,
          marks: momentsOfMarkers(markers, range),
          fromZero: true,
          empty: description,
        })}
        numbers={<MomentsTable names={['Viewers']} rows={points.map(({ at, value }) => ({ at, values: [value] }))} />}
      />
    </Panel>
  );
}

/** Returns the highest sample, if it is the peak of the figures. Otherwise the time of the peak is unknown. */
function peakOf({ stream, peak, minutes }: StreamView): Callout | undefined {
  if (peak === null || peak.viewers !== stream.peak_viewers) return undefined;
  const moment = new Date(peak.created_at);
  const label = `Peak ${fullNumber(peak.viewers)}, ${timeWithin(moment, minutes * minuteMs)}`;
  return { at: moment.getTime(), value: peak.viewers, label };
}

function pausesOf(points: readonly Point[]): number[] {
  return points.slice(1).map(({ at }, i) => at - (points[i]?.at ?? at));
}

/** Adds a point at the end of a stream if the last sample counts until then, as in graphs of events. */
function heldToEnd(points: readonly Point[], end: number, { ended_at }: StreamDetail): readonly Point[] {
  const last = points.at(-1);
  return last && ended_at !== null && end - last.at <= longestHoldMs ? [...points, { ...last, at: end }] : points;
}

function plainBand({ name, parts }: Band): Band {
  return { name, parts: parts.map((part) => ({ ...part, label: plainText(part.label) })) };
}
