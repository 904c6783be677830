import { PanelDefinition } from '../parts/panels/shown-panel.js';
import { showTotals } from '../totals/show-totals.js';
import { TotalsViewLoader } from '../totals/totals-view.js';

/** The totals of a game. */
export type GameTotals = Awaited<ReturnType<TotalsViewLoader['loadGame']>>;

/** The viewers of a game over time. Pages of games that no collector observed do not show it. */
export const gameHistoryPanel: PanelDefinition<GameTotals> = {
  ...{ id: 'history', title: 'Viewers over time', about: 'totals', wide: true },
  hasData: ({ rows }) => rows.length > 0,
  show: (totals) => showTotals(totals, 'avg_viewers', 'viewers'),
};
