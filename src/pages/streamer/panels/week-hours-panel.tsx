import { cellGrid } from '../../../charts/cells/cell-grid.js';
import { maxStreams, streamsTable } from '../../downloads/file-table.js';
import { Column, streamedColumn } from '../../parts/lists/column.js';
import { hoursText } from '../../parts/duration-text.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { Zone } from '../../parts/moments.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { StreamerChart, streamsOfRange } from '../streamer-view.js';
import { encodeStreams, weekHours } from '../week-hours.js';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const shortDays = weekdays.map((day) => day.slice(0, 3));

/** A column per weekday, of the milliseconds streamed; null if they are unknown. */
export const weekdayColumns: readonly Column<{ ms: readonly (number | null)[] }>[] = weekdays.map((day, i) =>
  streamedColumn(day, ({ ms }) => ms[i], {
    heading: shortDays[i],
    show: ({ ms }) => (typeof ms[i] === 'number' ? hoursText(ms[i]) : ''),
  }),
);

interface HourOfDay {
  name: string;
  ms: number[];
}

const hourColumns: readonly Column<HourOfDay>[] = [
  {
    ...{ name: 'Hour', isHead: true, show: ({ name }) => name },
    file: { heading: 'Hour (UTC)', cell: ({ name }) => name },
  },
  ...weekdayColumns,
];

function hoursOfDay(week: readonly number[][]): HourOfDay[] {
  return Array.from({ length: 24 }, (_, hour) => ({ name: `${hour}:00`, ms: week.map((row) => row[hour] ?? 0) }));
}

/** The hours of the week at which the streamer is usually live. */
export const weekHoursPanel: StreamerChart = {
  id: 'hours',
  title: 'Hours of the week',
  about: 'when-they-stream',
  hasData: ({ times }) => times.length > 0,
  empty: 'No streams in this range.',
  show: ({ times, outlines }) => {
    const week = weekHours(times);
    return {
      brief: 'UTC',
      note: (
        <>
          Hours streamed by weekday and hour, in <Zone />.{newestOnly(outlines)}
        </>
      ),
      chart: {
        ...{ label: 'hours streamed', week: encodeStreams(times), height: 214 },
        description: 'One cell per hour of the week. Stronger colors mean more hours streamed.',
        draw: (options) =>
          cellGrid({
            ...{ ...options, title: 'Hours streamed by weekday and hour', rows: shortDays, values: week },
            columns: [0, 6, 12, 18, 24].map((hour) => ({ column: hour, label: `${String(hour).padStart(2, '0')}:00` })),
            ends: ['never', 'most often'],
          }),
        numbers: <NumbersTable columns={hourColumns} rows={hoursOfDay(week)} />,
      },
    };
  },
  call: streamsOfRange,
  file: (source, { name, range }) =>
    streamsTable(hourColumns, async () => {
      const { times, outlines } = await source.loadCharts(name, range, maxStreams);
      return { rows: hoursOfDay(weekHours(times)), lists: [outlines] };
    }),
};
