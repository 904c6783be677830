import { groups, sort } from 'd3-array';
import { lineChart } from '../../../charts/line-chart.js';
import { countText, fullNumber } from '../../../charts/labels/number-labels.js';
import { Point, rowsOfSeries, Series, SeriesRow, withGaps } from '../../../charts/series.js';
import { platforms, platformTitles } from '../../../config/platforms.js';
import { intervalMs, TotalsInterval } from '../../../totals/dto/totals.query.js';
import { totalColumns } from '../../columns/totals.js';
import { rowsTable } from '../../downloads/file-table.js';
import { Column, countColumn, momentColumn, utcDayColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { Zone } from '../../parts/moments.js';
import { pathTo } from '../../parts/names/link.js';
import { PanelContent, PanelDefinition } from '../../parts/panels/shown-panel.js';
import { limitsIn, GameTotals, TotalsChart, TotalsView, TotalsViewLoader } from '../totals-view.js';

type Shown = Pick<TotalsView, 'rows' | 'span' | 'query'>;

const height = 260;

const common = {
  about: 'totals',
  wide: true,
  zone: zoneOf,
  hasData: ({ rows }: TotalsView) => rows.length > 0,
  empty: 'No complete sweep of a collector in this time.',
  call: ({ asked, query: { interval, from, to, platform } }: TotalsView) =>
    pathTo('/v1/totals', { ...limitsIn(asked, { from, to }), interval, platform }),
  file: ({ totals, createQuery }, asked) => rowsTable(totalColumns, () => totals.list(createQuery(asked))),
} satisfies Partial<TotalsChart>;

/** The viewers of each platform over time. */
export const totalViewersPanel: TotalsChart = {
  ...{ ...common, id: 'viewers', title: 'Viewers' },
  show: (view) => showTotals(view, 'avg_viewers', 'viewer'),
};

/** The live streams of each platform over time. */
export const totalStreamsPanel: TotalsChart = {
  ...{ ...common, id: 'streams', title: 'Live streams' },
  show: (view) => showTotals(view, 'avg_streams', 'stream'),
};

/** The viewers of a game over time. Pages of games that no collector observed do not show it. */
export const gameHistoryPanel: PanelDefinition<GameTotals, { totals: TotalsViewLoader }, string> = {
  ...{ id: 'history', title: 'Viewers over time', about: 'totals', wide: true },
  zone: zoneOf,
  hasData: ({ rows }) => rows.length > 0,
  call: ({ query: { interval, from, game } }) => pathTo('/v1/totals', { from, interval, game }),
  file: ({ totals }, game) => rowsTable(totalColumns, async () => (await totals.loadGame(game)).rows),
  show: (view) => showTotals(view, 'avg_viewers', 'viewer'),
};

function zoneOf({ query: { interval } }: Shown): string | undefined {
  return interval === 'day' ? 'UTC' : undefined;
}

/** Shows a figure with a line per platform. The line is thin where an interval was observed in part. */
function showTotals({ rows, span, query }: Shown, figure: 'avg_viewers' | 'avg_streams', unit: string) {
  const { interval } = query;
  const stepMs = intervalMs[interval];
  const byPlatform = sort(
    groups(rows, ({ platform }) => platform),
    ([platform]) => platforms.indexOf(platform),
  );
  const series = byPlatform.map(([platform, ofPlatform]) => ({
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
  const unknownUntil = Math.min(...rows.map(({ created_at }) => Date.parse(created_at)));
  const description = `${fullNumber(Math.min(...values))} to ${countText(Math.max(...values), unit)} by ${interval}.`;
  return {
    brief: `thin: not a whole ${interval}`,
    note: (
      <>
        Average of each {interval}, {interval === 'day' ? 'UTC' : <Zone />}. <b>Thin: observed in part</b>. A gap was
        not observed.
      </>
    ),
    chart: {
      ...{ height, description, range: span },
      draw: (options) => lineChart({ ...options, range: span, series, fromZero: true, unknownUntil }),
      numbers: <NumbersTable columns={columnsOf(series, interval)} rows={rowsOfSeries(series)} />,
    },
  } satisfies PanelContent;
}

function columnsOf(series: readonly Series[], interval: TotalsInterval): readonly Column<SeriesRow>[] {
  const timeColumn = interval === 'day' ? utcDayColumn<SeriesRow> : momentColumn<SeriesRow>;
  return [
    timeColumn('Time', ({ at }) => new Date(at).toISOString()),
    ...series.map(({ name }, i) => countColumn<SeriesRow>(name, ({ values }) => values[i])),
  ];
}
