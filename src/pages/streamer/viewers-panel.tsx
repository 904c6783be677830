import { barChart } from '../../charts/bar-chart.js';
import { StreamOutline } from '../../streams/dto/stream-summary.response.js';
import { countText, fullNumber } from '../../charts/number-labels.js';
import { fullMoment, shortDay } from '../../charts/time-labels.js';
import { Graph } from '../parts/graph.js';
import { Link, streamPath } from '../parts/link.js';
import { durationText, Moment } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { Column, Table } from '../parts/table.js';
import { StreamerView, streamsOfRange } from './streamer-view.js';

const columns: readonly Column<StreamOutline>[] = [
  {
    heading: 'Stream',
    show: ({ id, started_at }) => (
      <Link to={streamPath(id)}>
        <Moment at={started_at} />
      </Link>
    ),
  },
  { heading: 'Length', class: 'num', show: ({ minutes }) => durationText(minutes) },
  { heading: 'Average', class: 'num', show: ({ avg_viewers }) => numberText(avg_viewers) },
  { heading: 'Peak', class: 'num', show: ({ peak_viewers }) => numberText(peak_viewers) },
];

const mostBars = 60;
const mostOnPhones = 30;

/** The average viewers of each stream, as bars. */
export function ViewersPanel({ view }: { view: StreamerView }) {
  const { outlines } = view;
  const shown = outlines.slice(-mostBars);
  const note =
    outlines.length > shown.length
      ? `The newest ${shown.length} of ${fullNumber(outlines.length)} streams.`
      : undefined;
  const description = `${countText(shown.length, 'stream')}, one bar per stream, oldest first.`;
  return (
    <Panel
      id="viewers"
      title="Average viewers by stream"
      note={note}
      data={streamsOfRange(view)}
      empty={shown.length === 0 && 'No streams in this range.'}
    >
      <Graph
        id="viewers-graph"
        label="viewers by stream"
        reads="shapes"
        draw={(canvas) =>
          barChart({
            ...canvas,
            title: 'Average viewers by stream',
            description,
            bars: shown.slice(canvas.width < 500 ? -mostOnPhones : 0).map(toBar),
            empty: 'No viewer figures of these streams.',
          })
        }
        numbers={<Table columns={columns} rows={shown} />}
      />
    </Panel>
  );
}

function toBar({ started_at, minutes, avg_viewers, peak_viewers }: StreamOutline) {
  const start = new Date(started_at);
  const when = `${fullMoment(start)} UTC, ${durationText(minutes)}`;
  return {
    label: shortDay(start),
    value: avg_viewers,
    title: `${when}: ${numberText(avg_viewers)} viewers on average, ${numberText(peak_viewers)} at the peak`,
  };
}

function numberText(value: number | null): string {
  return value === null ? 'unknown' : fullNumber(value);
}
