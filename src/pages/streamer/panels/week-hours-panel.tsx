import { createOffsetAt } from '../../../figures/calendar.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { cellGrid } from '../../../charts/cells/cell-grid.js';
import { maxStreams, streamsTable } from '../../downloads/file-table.js';
import { Choice } from '../../parts/panels/choice.js';
import { PanelContent } from '../../parts/panels/shown-panel.js';
import { streamerCall } from '../../parts/names/link.js';
import { WeekHour } from '../../../streams/reports/week-hour.response.js';
import { Column, countColumn, streamedColumn } from '../../parts/lists/column.js';
import { hoursText } from '../../parts/duration-text.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { ChartsView, StreamerChart, StreamerView, viewPath } from '../streamer-view.js';
import { HourFigure, hourFigures } from '../streamer.query.js';
import { weekHours } from '../week-hours.js';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const shortDays = weekdays.map((day) => day.slice(0, 3));

/** The milliseconds streamed; null if they are unknown, and undefined outside of the range. */
export type WeekCell = number | null | undefined;

/** A column per weekday. */
export const weekdayColumns: readonly Column<{ ms: readonly WeekCell[] }>[] = weekdays.map((day, i) =>
  streamedColumn(day, ({ ms }) => ms[i], {
    heading: shortDays[i],
    show: ({ ms }) => (typeof ms[i] === 'number' ? hoursText(ms[i]) : ms[i] === null ? 'unknown' : ''),
  }),
);

interface HourOfDay {
  name: string;
  ms: number[];
}

function hourColumns(zone: string): readonly Column<HourOfDay>[] {
  const hour = { name: 'Hour', isHead: true, show: ({ name }: HourOfDay) => name };
  return [{ ...hour, file: { heading: `Hour (${zone})`, cell: ({ name }) => name } }, ...weekdayColumns];
}

/** Counts whole streams that began in the range, as the API does. */
function hoursIn({ outlines, zone }: Pick<ChartsView, 'outlines' | 'zone'>): number[][] {
  return weekHours(outlines, createOffsetAt(zone));
}

function hoursOfDay(week: readonly number[][]): HourOfDay[] {
  return Array.from({ length: 24 }, (_, hour) => ({ name: `${hour}:00`, ms: week.map((row) => row[hour] ?? 0) }));
}

/** A column per weekday, of average viewers. */
const viewerColumns: readonly Column<readonly (number | null)[]>[] = [
  { name: 'Hour', isHead: true, show: (row) => `${row.at(-1)}:00` },
  ...weekdays.map((day, i) =>
    countColumn(day, (row: readonly (number | null)[]) => row[i], {
      heading: shortDays[i],
      number: (row) => (typeof row[i] === 'number' ? fullNumber(row[i]) : ''),
    }),
  ),
];

/** A page also has its query, and the viewers if it shows them. Frames and pictures show the hours streamed. */
type HoursView = ChartsView & Partial<Pick<StreamerView, 'query' | 'viewerHours'>>;

/** The hours of the week at which the streamer is usually live, or the average viewers in them. */
export const weekHoursPanel: StreamerChart = {
  id: 'hours',
  title: 'Hours of the week',
  about: 'when-they-stream',
  zone: ({ zone }) => zone,
  hasData: ({ outlines }) => outlines.length > 0,
  empty: 'No streams in this range.',
  show: (view: HoursView) => (view.viewerHours ? showViewers(view, view.viewerHours) : showStreamed(view)),
  call: hoursCall,
  file: (source, subject) =>
    streamsTable(hourColumns(subject.range.zone), async () => {
      const view = await source.loadCharts(subject, maxStreams);
      return { rows: hoursOfDay(hoursIn(view)), lists: [view.outlines] };
    }),
};

const columns = [0, 6, 12, 18, 24].map((hour) => ({ column: hour, label: `${String(hour).padStart(2, '0')}:00` }));

function showStreamed({ query, ...view }: HoursView) {
  const { zone, outlines } = view;
  const week = hoursIn(view);
  return {
    note: (
      <>
        Hours streamed by weekday and hour, in {zone}, of the streams that began in the range.{newestOnly(outlines)}
      </>
    ),
    children: query && <FigureChoice view={{ ...view, query }} chosen="streamed" />,
    chart: {
      ...{ label: 'hours streamed', height: 214 },
      description: 'One cell per hour of the week. Stronger colors mean more hours streamed.',
      draw: (options) =>
        cellGrid({
          ...{ ...options, title: 'Hours streamed by weekday and hour', rows: shortDays, values: week, columns },
          ends: ['never', 'most often'],
        }),
      numbers: <NumbersTable columns={hourColumns(zone)} rows={hoursOfDay(week)} />,
    },
  } satisfies PanelContent;
}

function showViewers({ outlines, query, ...view }: HoursView, hours: readonly WeekHour[]) {
  const values = shortDays.map((_, day) => hours.slice(24 * day, 24 * day + 24).map((row) => row.avg_viewers));
  const rows = Array.from({ length: 24 }, (_, hour) => [...values.map((row) => row[hour] ?? null), hour]);
  return {
    note: (
      <>
        Average viewers by weekday and hour, in {view.zone}, of the streams that began in the range.
        {newestOnly(outlines)}
        {hours.every(({ avg_viewers }) => avg_viewers === null) && ' No viewers were measured in them.'}
      </>
    ),
    children: query && <FigureChoice view={{ ...view, query }} chosen="viewers" />,
    isPageOnly: true,
    chart: {
      ...{ label: 'average viewers', height: 214, unit: 'viewers' },
      description: 'One cell per hour of the week. Stronger colors mean more viewers on average.',
      draw: (options) =>
        cellGrid({
          ...{ ...options, title: 'Average viewers by weekday and hour', rows: shortDays, values, columns },
          ends: ['fewest', 'most viewers'],
        }),
      numbers: <NumbersTable columns={viewerColumns} rows={rows} />,
    },
  } satisfies PanelContent;
}

const figureNames = { streamed: 'Hours streamed', viewers: 'Average viewers' } as const;

function FigureChoice({ view, chosen }: { view: Parameters<typeof viewPath>[0]; chosen: HourFigure }) {
  const options = hourFigures.map((hours) => ({ name: figureNames[hours], to: `${viewPath(view, { hours })}#hours` }));
  return <Choice label="Figure of the hours" chosen={figureNames[chosen]} options={options} />;
}

/** Returns the API call for the hours; undefined for all time, which the API does not have. */
function hoursCall({ streamer, range: { chosen, call, query } }: ChartsView): string | undefined {
  const window = call ?? (typeof chosen === 'number' ? { days: chosen, tz: query.tz } : undefined);
  return window && streamerCall(streamer, 'hours', window);
}
