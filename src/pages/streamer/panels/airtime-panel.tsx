import { barChart } from '../../../charts/bar-chart.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { Graph } from '../../parts/panels/graph.js';
import { UtcDay } from '../../parts/moments.js';
import { Panel } from '../../parts/panels/panel.js';
import { hoursIn, periodsOf, periodTicks, periodUnit } from '../../parts/periods.js';
import { Table } from '../../parts/lists/table.js';
import { filesOf, ChartsView, streamsOfRange } from '../streamer-view.js';

/** The hours streamed in each day, week or month of the range. */
export function AirtimePanel({ view }: { view: ChartsView }) {
  const { outlines, span, knownSince } = view;
  const unit = periodUnit(span);
  const rows = hoursIn(periodsOf(span, unit), outlines, knownSince);
  const title = `Hours streamed per ${unit}`;
  const largest = Math.max(0, ...rows.map(({ hours }) => hours ?? 0));
  const bars = rows.map(({ from, to, isPart, hours }) => {
    const margin = hours === null ? 0 : 0.1 * (to - from);
    return { from: from + margin, to: to - margin, isPart, value: hours };
  });
  return (
    <Panel
      id="airtime"
      title={title}
      note={
        <>
          {unit === 'week' ? 'Weeks from Monday, UTC' : `${unit === 'day' ? 'Days' : 'Months'} in UTC`}.{' '}
          <b>Hatched: not a whole {unit} of this range</b>
          {rows.some(({ hours }) => hours === null) && ', or unknown (gray)'}.
        </>
      }
      files={filesOf(view, 'airtime', true)}
      data={streamsOfRange(view)}
      empty={outlines.length === 0 && 'No streams in this range.'}
    >
      <Graph
        id="airtime-graph"
        label={title}
        range={span}
        hasPeriods
        drawing={barChart({
          ...{ id: 'airtime', ...useCanvas(256), title, range: span, bars },
          description: `At most ${fullNumber(largest)} hours.`,
          ticks: unit === 'week' && rows.length <= 8 ? periodTicks(rows, unit) : undefined,
          format: (value) => `${fullNumber(value)} h`,
          empty: 'No streams in this range.',
        })}
        numbers={
          <Table
            columns={[
              { heading: 'From', show: ({ from }) => <UtcDay at={new Date(from).toISOString()} /> },
              {
                heading: 'Hours streamed',
                class: 'num',
                show: ({ isPart, hours }) =>
                  hours === null ? 'unknown' : `${fullNumber(hours)}${isPart ? ` (not a whole ${unit})` : ''}`,
              },
            ]}
            rows={rows}
          />
        }
      />
    </Panel>
  );
}
