import { totalColumns } from '../columns/totals.js';
import { rowsTable } from '../downloads/file-table.js';
import { pathTo } from '../parts/names/link.js';
import { PanelDefinition } from '../parts/panels/shown-panel.js';
import { showTotals } from '../totals/show-totals.js';
import { TotalsPageQuery } from '../totals/totals.query.js';
import { TotalsViewLoader } from '../totals/totals-view.js';

/** The totals of a game. */
export type GameTotals = Awaited<ReturnType<TotalsViewLoader['loadGame']>>;

/** The viewers of a game over time. Pages of games that no collector observed do not show it. */
export const gameHistoryPanel: PanelDefinition<GameTotals, TotalsViewLoader, string> = {
  ...{ id: 'history', title: 'Viewers over time', about: 'totals', wide: true },
  hasData: ({ rows }) => rows.length > 0,
  call: ({ query: { interval, from, game } }) => pathTo('/v1/totals', { from, interval, game }),
  file: ({ totals, createQuery }, game) =>
    rowsTable(totalColumns, () => totals.list({ ...createQuery(new TotalsPageQuery()), game })),
  show: (totals) => showTotals(totals, 'avg_viewers', 'viewers'),
};
