import { sum } from 'd3-array';
import { TimeRange } from '../../../charts/axes.js';
import { Bar, barChart } from '../../../charts/bar-chart.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { Column, Table } from '../lists/table.js';
import { UtcDay } from '../moments.js';
import { hoursOf, periodTicks, PeriodUnit, Streamed, StreamedRow } from '../periods.js';
import { ChartPanel } from './chart-panel.js';
import { SeriesLegend } from './legend.js';
import { PanelProps } from './panel.js';
import { newestOnly } from './thinned.js';

/** The part of a period that its bars take. */
const barsPart = 0.8;
/** More periods have labels at round times. */
const maxNamed = 14;

interface HoursPanelProps extends Pick<PanelProps, 'id' | 'files' | 'data'> {
  streamed: readonly Streamed[];
  range: TimeRange;
  unit: PeriodUnit;
  height: number;
}

/** Returns the title of the panel. */
export function hoursTitle(unit: PeriodUnit): string {
  return `Hours streamed per ${unit}`;
}

/** The hours streamed per day, week or month, with a bar for each streamer. */
export function StreamedHoursPanel({ id, streamed, range, unit, height, ...panel }: HoursPanelProps) {
  const rows = hoursOf(streamed, range, unit);
  const bars = rows.flatMap((row) => barsOf(row, range));
  const hatched = [
    ...(bars.some(({ value, isPart }) => isPart && value) ? [`not a whole ${unit} of this range`] : []),
    ...(bars.some(({ value }) => value === null) ? ['unknown (gray)'] : []),
  ].join(', or ');
  const totals = streamed.map(
    ({ name }, i) => `${name}: ${fullNumber(Math.round(sum(rows, ({ hours }) => hours[i])))} hours`,
  );
  return (
    <ChartPanel
      {...panel}
      id={id}
      title={hoursTitle(unit)}
      brief={hatched && `hatched: ${hatched}`}
      about="hours-streamed"
      note={
        <>
          {unit === 'week' ? 'Weeks from Monday, UTC' : `${unit === 'day' ? 'Days' : 'Months'} in UTC`}.
          {hatched && (
            <>
              {' '}
              <b>Hatched: {hatched}</b>.
            </>
          )}
          {newestOnly(...streamed.map(({ times }) => times))}
        </>
      }
      empty={streamed.every(({ times }) => times.length === 0) && 'No streams in this range.'}
      height={height}
      description={totals.join('; ')}
      range={range}
      hasPeriods
      draw={(options) =>
        barChart({
          ...{ ...options, range, bars },
          names: streamed.length > 1 ? streamed.map(({ name }) => name) : [],
          ticks: rows.length > maxNamed ? undefined : periodTicks(rows, unit),
          format: (value) => `${fullNumber(value)} h`,
        })
      }
      numbers={<Table columns={columnsOf(streamed, unit)} rows={rows} />}
    >
      <SeriesLegend series={streamed} />
    </ChartPanel>
  );
}

/** Returns the bars of a period side by side, within the part of the period that is in the range. */
function barsOf({ hours, parts, ...period }: StreamedRow, range: TimeRange): Bar[] {
  const [from, to] = [Math.max(period.from, range[0]), Math.min(period.to, range[1])];
  if (hours.every((value) => value === null)) return [{ from, to, value: null }];
  const width = (barsPart * (to - from)) / hours.length;
  const start = from + ((1 - barsPart) / 2) * (to - from);
  return hours.map((value, i) => ({
    ...{ from: start + i * width, to: start + (i + 1) * width, value, isPart: parts[i] ?? false, series: i + 1 },
  }));
}

function columnsOf(streamed: readonly Streamed[], unit: PeriodUnit): readonly Column<StreamedRow>[] {
  return [
    {
      heading: 'From',
      class: 'nowrap',
      show: ({ from, isPart }) => (
        <>
          <UtcDay at={new Date(from).toISOString()} />
          {isPart ? ` (not a whole ${unit})` : ''}
        </>
      ),
    },
    ...streamed.map(({ name }, i): Column<StreamedRow> => ({
      heading:
        streamed.length === 1 ? (
          'Hours streamed'
        ) : (
          <>
            <bdi>{name}</bdi>, hours
          </>
        ),
      class: 'num',
      show: ({ hours, parts, isPart }) => {
        const value = hours[i] ?? null;
        if (value === null) return 'unknown';
        return fullNumber(value) + (parts[i] && !isPart ? ' (in part)' : '');
      },
    })),
  ];
}
