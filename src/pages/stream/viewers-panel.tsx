import { lineChart } from '../../charts/line-chart.js';
import { withGaps } from '../../charts/series.js';
import { changeMarks } from '../../streams/change-marks.js';
import { granularitySeconds } from '../../streams/graph-granularity.js';
import { countText } from '../../charts/number-labels.js';
import { dataForms } from '../parts/data-forms.js';
import { Graph } from '../parts/graph.js';
import { minutesText } from '../parts/moments.js';
import { MomentsTable } from '../parts/numbers-table.js';
import { Panel } from '../parts/panel.js';
import { plainText } from '../parts/texts.js';
import { StreamView } from './stream-view.js';

/** Viewers during a stream, with gaps where samples are missing, the changes, and the markers of its events. */
export function ViewersPanel({ view: { stream, viewers, granularity, markers } }: { view: StreamView }) {
  const points = viewers.map((point) => ({ at: Date.parse(point.created_at), value: point.viewers }));
  const stepMs = granularitySeconds[granularity] * 1000;
  const largest = Math.max(0, ...points.map(({ value }) => value));
  const description = `Up to ${countText(largest, 'viewer')}, in ${countText(points.length, 'interval')} of ${minutesText(stepMs / 60_000)}.`;
  const ofEvents = markers.map(({ timestamp, title }) => ({ at: Date.parse(timestamp), label: title }));
  const marks = [...changeMarks(stream.changes), ...ofEvents]
    .map(({ at, label }) => ({ at, label: plainText(label) }))
    .sort((a, b) => a.at - b.at);
  return (
    <Panel
      id="viewers"
      title="Viewers"
      wide
      data={dataForms(`/v1/streams/${stream.id}/graphs/${granularity}`, {}, ['csv', 'svg'])}
      empty={points.length === 0 && 'No viewer samples of this stream.'}
    >
      <Graph
        id="viewers-graph"
        label="numbers of viewers"
        reads="moments"
        wide
        draw={(canvas) =>
          lineChart({
            ...canvas,
            title: 'Viewers over the time of the stream',
            description,
            series: [{ name: 'Viewers', points: withGaps(points, stepMs) }],
            marks,
            fromZero: true,
            empty: description,
          })
        }
        numbers={<MomentsTable names={['Viewers']} rows={points.map(({ at, value }) => ({ at, values: [value] }))} />}
      />
    </Panel>
  );
}
