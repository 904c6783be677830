import { totalColumns } from '../../columns/totals.js';
import { rowsTable } from '../../downloads/file-table.js';
import { pathTo } from '../../parts/names/link.js';
import { showTotals } from '../show-totals.js';
import { TotalsChart, TotalsView } from '../totals-view.js';

const common = {
  about: 'totals',
  wide: true,
  hasData: ({ rows }: TotalsView) => rows.length > 0,
  empty: 'No complete sweep of a collector in this time.',
  call: ({ query: { interval, from, platform } }: TotalsView) => pathTo('/v1/totals', { from, interval, platform }),
  file: ({ totals, createQuery }, asked) => rowsTable(totalColumns, () => totals.list(createQuery(asked))),
} satisfies Partial<TotalsChart>;

/** The viewers of each platform over time. */
export const totalViewersPanel: TotalsChart = {
  ...{ ...common, id: 'viewers', title: 'Viewers' },
  show: (view) => showTotals(view, 'avg_viewers', 'viewers'),
};

/** The live streams of each platform over time. */
export const totalStreamsPanel: TotalsChart = {
  ...{ ...common, id: 'streams', title: 'Live streams' },
  show: (view) => showTotals(view, 'avg_streams', 'streams'),
};
