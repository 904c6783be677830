import { groups } from 'd3-array';
import { TimeRange } from '../../charts/axes.js';
import { lineChart } from '../../charts/line-chart.js';
import { fullNumber } from '../../charts/labels/number-labels.js';
import { Point, withGaps } from '../../charts/series.js';
import { platformTitles } from '../../config/platforms.js';
import { PlatformTotal } from '../../totals/dto/total.response.js';
import { intervalMs, TotalsInterval } from '../../totals/dto/totals.query.js';
import { Column, countColumn, momentColumn, utcDayColumn } from '../parts/lists/column.js';
import { NumbersTable } from '../parts/lists/table.js';
import { Zone } from '../parts/moments.js';
import { PanelContent } from '../parts/panels/shown-panel.js';

interface TotalsGraph {
  rows: readonly PlatformTotal[];
  span: TimeRange;
  query: { readonly interval: TotalsInterval };
}

const height = 260;

/** Shows a figure with a line per platform. The line is thin where an interval was observed in part. */
export function showTotals({ rows, span, query }: TotalsGraph, figure: 'avg_viewers' | 'avg_streams', unit: string) {
  const { interval } = query;
  const stepMs = intervalMs[interval];
  const series = groups(rows, ({ platform }) => platform).map(([platform, ofPlatform]) => ({
    name: platformTitles[platform],
    points: withGaps(
      ofPlatform.map((row): Point => ({
        ...{ at: Date.parse(row.created_at), value: row[figure] },
        isPart: row.covered_seconds * 1_000 < stepMs,
      })),
      stepMs,
    ),
  }));
  const values = rows.map((row) => row[figure]);
  const description = `${fullNumber(Math.min(...values))} to ${fullNumber(Math.max(...values))} ${unit} by ${interval}.`;
  return {
    brief: `thin: not a whole ${interval}`,
    note: (
      <>
        Average of each {interval}, {interval === 'day' ? 'UTC' : <Zone />}. <b>Thin: observed in part</b>. A gap was
        not observed.
      </>
    ),
    chart: {
      ...{ height, description, range: span, isUtc: interval === 'day' },
      draw: (options) => lineChart({ ...options, range: span, series, fromZero: true }),
      numbers: <NumbersTable columns={columnsOf(series, interval)} rows={rowsOf(series)} />,
    },
  } satisfies PanelContent;
}

interface Row {
  at: number;
  values: readonly (number | null)[];
}

function columnsOf(series: readonly { name: string }[], interval: TotalsInterval): readonly Column<Row>[] {
  const timeColumn = interval === 'day' ? utcDayColumn<Row> : momentColumn<Row>;
  return [
    timeColumn('Time', ({ at }) => new Date(at).toISOString()),
    ...series.map(({ name }, i) => countColumn<Row>(name, ({ values }) => values[i])),
  ];
}

/** Returns a row per time of any series. */
function rowsOf(series: readonly { points: readonly Point[] }[]): Row[] {
  const maps = series.map(({ points }) => new Map(points.map(({ at, value }) => [at, value])));
  const moments = [...new Set(maps.flatMap((values) => [...values.keys()]))].sort((a, b) => a - b);
  return moments.map((at) => ({ at, values: maps.map((values) => values.get(at) ?? null) }));
}
