import { TimeRange } from '../../../charts/axes.js';
import { Bar, barChart } from '../../../charts/bar-chart.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { Graph } from '../../parts/panels/graph.js';
import { Day } from '../../parts/moments.js';
import { Panel } from '../../parts/panels/panel.js';
import type { Files } from '../../parts/panels/share.js';
import { hoursIn, Period, periodsOf, periodTicks, PeriodUnit } from '../../parts/periods.js';
import { Column, Table } from '../../parts/lists/table.js';
import { Window } from '../../../figures/windows.js';
import { Compared, nameOf } from '../compared.js';

const dayMs = 86_400_000;
/** The part of a period that its bars take. */
const barsPart = 0.8;

interface Row {
  period: Period;
  /** The hours of each streamer; null if unknown. */
  hours: (number | null)[];
}

interface HoursGraphProps {
  compared: readonly Compared[];
  window: Window;
  files: Files;
}

/** The hours streamed per day, week or month, with a bar for each streamer. */
export function HoursGraph({ compared, window, files }: HoursGraphProps) {
  const unit = unitOf(window);
  const rows = hoursOf(compared, window, unit);
  const periods = rows.map(({ period }) => period);
  const range = [window.from.getTime(), window.to.getTime()] as const;
  const title = `Hours streamed per ${unit}`;
  const totals = compared.map((one, i) => {
    const sum = rows.reduce((all, { hours }) => all + (hours[i] ?? 0), 0);
    return `${nameOf(one)}: ${fullNumber(Math.round(sum))} hours`;
  });
  return (
    <Panel
      id="hours"
      title={title}
      about="hours-streamed"
      files={files}
      note={
        <>
          {unit === 'week' ? 'Weeks from Monday' : `${unit === 'day' ? 'Days' : 'Months'}`}, UTC.{' '}
          <b>Hatched: not a whole {unit} of the range</b>
          {rows.some(({ hours }) => hours.includes(null)) && ', or unknown (gray)'}.
        </>
      }
      empty={compared.every(({ outlines }) => outlines.length === 0) && 'No streams in this range.'}
    >
      <Graph
        id="hours-graph"
        label={title}
        range={range}
        hasPeriods
        drawing={barChart({
          ...{ id: 'hours-graph', ...useCanvas(300), title, description: totals.join('; '), range },
          bars: rows.flatMap((row) => barsOf(row, range)),
          names: compared.length > 1 ? compared.map(nameOf) : [],
          ticks: periodTicks(periods, unit),
          format: (value) => `${fullNumber(value)} h`,
          empty: 'No streams in this range.',
        })}
        numbers={<Table columns={columnsOf(compared, unit)} rows={rows} />}
      />
    </Panel>
  );
}

/** Returns the unit of the bars. Bars of several streamers need more space than those of one. */
export function unitOf({ from, to }: Window): PeriodUnit {
  const days = (to.getTime() - from.getTime()) / dayMs;
  return days <= 7 ? 'day' : days <= 90 ? 'week' : 'month';
}

/** Returns the hours of each streamer in each period that overlaps the window. */
export function hoursOf(compared: readonly Compared[], { from, to }: Window, unit: PeriodUnit): Row[] {
  const periods = periodsOf([from.getTime(), to.getTime()], unit);
  const streamed = compared.map(({ outlines, knownSince }) => hoursIn(periods, outlines, knownSince));
  return periods.map((period, i) => ({ period, hours: streamed.map((all) => all[i]?.hours ?? null) }));
}

/** Returns the bars of a period side by side, within the part of the period that is in the range. */
function barsOf({ period, hours }: Row, range: TimeRange): Bar[] {
  const [from, to] = [Math.max(period.from, range[0]), Math.min(period.to, range[1])];
  if (hours.every((value) => value === null)) return [{ from, to, value: null }];
  const width = (barsPart * (to - from)) / hours.length;
  const start = from + ((1 - barsPart) / 2) * (to - from);
  return hours.map((value, i) => ({
    ...{ from: start + i * width, to: start + (i + 1) * width, value, isPart: period.isPart, series: i + 1 },
  }));
}

function columnsOf(compared: readonly Compared[], unit: PeriodUnit): readonly Column<Row>[] {
  return [
    {
      heading: 'From',
      class: 'nowrap',
      show: ({ period: { from, isPart } }) => (
        <>
          <Day at={new Date(from).toISOString()} />
          {isPart ? ` (not a whole ${unit})` : ''}
        </>
      ),
    },
    ...compared.map((one, i): Column<Row> => ({
      heading: (
        <>
          <bdi>{nameOf(one)}</bdi>, hours
        </>
      ),
      class: 'num',
      show: ({ hours }) => {
        const value = hours[i] ?? null;
        return value === null ? 'unknown' : fullNumber(value);
      },
    })),
  ];
}
