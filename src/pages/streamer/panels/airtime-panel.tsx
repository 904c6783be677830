import { sum } from 'd3-array';
import { Bar, barChart } from '../../../charts/bar-chart.js';
import { hourMs, TimeRange } from '../../../figures/time.js';
import { daysIn } from '../../../figures/windows.js';
import { countText, fullNumber, quotientInTenths, roundedQuotient } from '../../../charts/labels/number-labels.js';
import { maxStreams, streamsTable } from '../../downloads/file-table.js';
import { Column, dayColumn, fileOnly, streamedColumn, textColumn } from '../../parts/lists/column.js';
import { hoursText } from '../../parts/duration-text.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { NamedDay } from '../../parts/moments.js';
import {
  periodTicks,
  periodUnit,
  shiftTo,
  PeriodUnit,
  StreamedTime,
  streamedRows,
  StreamedRow,
} from '../../parts/periods.js';
import { DotsNote } from '../../parts/ranges/known-since.js';
import { capitalized } from '../../parts/ranges/page-range.js';
import { nameOf } from '../../compare/compared.js';
import { StreamersChart, StreamersView } from '../streamer-view.js';
import { SeriesLegend } from '../../parts/panels/legend.js';
import { PanelContent } from '../../parts/panels/shown-panel.js';
import { newestOnly } from '../../parts/panels/thinned.js';

/** The part of a period that its bars take. */
const barsPart = 0.8;
/** More periods have labels at round times. */
const maxNamed = 14;

interface StreamedHours {
  streamed: readonly StreamedTime[];
  range: TimeRange;
  unit: PeriodUnit;
  zone: string;
  /** Whether the columns name the streamers. */
  isComparison: boolean;
}

/** The hours streamed in each day, week or month of the range, with a bar for each streamer. */
export const airtimePanel: StreamersChart = {
  id: 'airtime',
  title: (view) => `Hours streamed per ${unitOf(view)}`,
  about: 'hours-streamed',
  zone: ({ zone }) => zone,
  hasData: ({ compared }) => compared.some(({ times }) => times.length > 0),
  empty: 'No streams in this range.',
  show: (view) => showHours(streamedHours(view), view.options ? 300 : 256),
  file: async (source, subject) => {
    const view = await source.loadCharts(subject, maxStreams);
    const hours = streamedHours(view);
    const rows = streamedRows(hours.streamed, hours.range, hours.unit, hours.zone);
    const lists = view.compared.map(({ outlines }) => outlines);
    return streamsTable(hoursColumns(hours), () => Promise.resolve({ rows, lists }));
  },
};

function streamedHours(view: StreamersView): StreamedHours {
  const { compared, span: range, options, zone } = view;
  const streamed = compared.map((one) => ({ ...one, name: nameOf(one) }));
  return { streamed, range, zone, unit: unitOf(view), isComparison: options !== undefined };
}

/** Returns the unit of the bars. The bars of several streamers need more space. */
function unitOf({ span, options }: StreamersView): PeriodUnit {
  if (!options) return periodUnit(span);
  const days = daysIn(span);
  return days <= 7 ? 'day' : days <= 90 ? 'week' : 'month';
}

function showHours(hours: StreamedHours, height: number) {
  const { streamed, range, unit, zone } = hours;
  const rows = streamedRows(streamed, range, unit, zone);
  const shift = shiftTo(zone);
  const bars = rows.flatMap((row) => barsOf(row, range));
  const hasParts = bars.some(({ value, isPart }) => isPart && value);
  const hatched = hasParts ? [`hatched: not a whole ${unit} of this range`] : [];
  const hasDots = bars.some(({ value }) => value === null);
  const totals = streamed.map(({ name }, i) => {
    const ms = sum(rows, (row) => row.ms[i]);
    return `${name}: ${countText(roundedQuotient(ms, hourMs), 'hour')}`;
  });
  return {
    brief: [...hatched, ...(hasDots ? ['dots: unknown'] : [])].join(', '),
    note: (
      <>
        {unit === 'week' ? `Weeks from Monday, ${zone}` : `${unit === 'day' ? 'Days' : 'Months'} in ${zone}`}.
        {hatched.map((text) => (
          <>
            {' '}
            <b>{capitalized(text)}</b>.
          </>
        ))}
        {hasDots && <DotsNote />}
        {newestOnly(...streamed.map(({ times }) => times))}
      </>
    ),
    children: <SeriesLegend series={streamed} mark="square" />,
    chart: {
      ...{ height, range, periods: unit, description: totals.join('; ') },
      draw: (options) =>
        barChart({
          ...{ ...options, zone, range: shift(range), bars: bars.map(shift) },
          names: streamed.length > 1 ? streamed.map(({ name }) => name) : [],
          ticks: rows.length > maxNamed ? undefined : periodTicks(rows, unit),
          format: (value) => `${fullNumber(value)} h`,
        }),
      numbers: <NumbersTable columns={hoursColumns(hours)} rows={rows} />,
    },
  } satisfies PanelContent;
}

/** Returns the bars of a period side by side, within the part of the period that is in the range. */
function barsOf({ ms, parts, ...period }: StreamedRow, range: TimeRange): Bar[] {
  const [from, to] = [Math.max(period.from, range.from), Math.min(period.to, range.to)];
  const width = (barsPart * (to - from)) / ms.length;
  const start = from + ((1 - barsPart) / 2) * (to - from);
  return ms.map((value, i) => ({
    ...{ from: start + i * width, to: start + (i + 1) * width, isPart: parts[i] ?? false },
    series: ms.length === 1 ? undefined : i + 1,
    value: value === null ? null : quotientInTenths(value, hourMs),
  }));
}

function hoursColumns({ streamed, unit, zone, isComparison }: StreamedHours): readonly Column<StreamedRow>[] {
  const iso = (at: number) => new Date(at).toISOString();
  const startOf = ({ from, dates: [date] }: StreamedRow) => ({ at: iso(from), date });
  const isOne = streamed.length === 1 && !isComparison;
  return [
    dayColumn('From', zone, startOf, {
      show: (row) => (
        <>
          <NamedDay {...startOf(row)} />
          {row.isPart ? ` (not a whole ${unit})` : ''}
        </>
      ),
    }),
    dayColumn('To', zone, ({ to, dates: [, date] }) => ({ at: iso(to), date }), fileOnly),
    ...streamed.flatMap(({ name }, i): Column<StreamedRow>[] => [
      streamedColumn(isOne ? 'Hours streamed' : `Hours streamed, ${name}`, ({ ms }) => ms[i], {
        heading: isOne ? undefined : (
          <>
            <bdi>{name}</bdi>, hours
          </>
        ),
        show: ({ ms, parts, isPart }) => {
          const value = ms[i] ?? null;
          return value === null ? 'unknown' : hoursText(value) + (parts[i] && !isPart ? ' (in part)' : '');
        },
      }),
      textColumn(isOne ? 'Complete' : `Complete, ${name}`, ({ parts }) => (parts[i] ? 'no' : 'yes'), fileOnly),
    ]),
  ];
}
