import { hourMs } from '../../../charts/durations.js';
import { cellGrid } from '../../../charts/cell-grid.js';
import { fullNumber, quotientInTenths } from '../../../charts/labels/number-labels.js';
import { Column, Table } from '../../parts/lists/table.js';
import { ChartPanel } from '../../parts/panels/chart-panel.js';
import { Zone } from '../../parts/moments.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { panelFiles, ChartsView, streamsOfRange } from '../streamer-view.js';
import { encodeStreams, weekHours } from '../week-hours.js';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
export const shortDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The hours of the week at which the streamer is usually live. */
export function WeekHoursPanel({ view }: { view: ChartsView }) {
  const { times } = view;
  const week = weekHours(times);
  const texts = week.map((row) => row.map(hoursText));
  return (
    <ChartPanel
      id="hours"
      title="Hours of the week"
      label="hours streamed"
      note={
        <>
          Hours streamed by weekday and hour, in <Zone />.{newestOnly(view.outlines)}
        </>
      }
      files={panelFiles(view, 'hours', true)}
      data={streamsOfRange(view)}
      empty={times.length === 0 && 'No streams in this range.'}
      week={encodeStreams(times)}
      height={214}
      description="One cell per hour of the week. Stronger colors mean more hours streamed."
      draw={(options) =>
        cellGrid({
          ...{ ...options, title: 'Hours streamed by weekday and hour', rows: shortDays, values: week },
          columns: [0, 6, 12, 18, 24].map((hour) => ({ column: hour, label: `${String(hour).padStart(2, '0')}:00` })),
          ends: ['never', 'most often'],
        })
      }
      numbers={<Numbers heading="Hour" rows={hours.map((hour) => [`${hour}:00`, texts.map((row) => row[hour])])} />}
    />
  );
}

export function hoursText(ms: number): string {
  return fullNumber(quotientInTenths(ms, hourMs));
}

type NumbersRow = readonly [heading: string, cells: readonly (string | undefined)[]];

/** A table with a column per weekday. */
export function Numbers({ heading, rows }: { heading: string; rows: readonly NumbersRow[] }) {
  const columns: readonly Column<NumbersRow>[] = [
    { heading, isHead: true, show: ([name]) => name },
    ...shortDays.map((day, i) => ({ heading: day, class: 'num', show: ([, cells]: NumbersRow) => cells[i] })),
  ];
  return <Table columns={columns} rows={rows} />;
}
