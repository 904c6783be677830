import { totalStreamsPanel, totalViewersPanel } from './panels/over-time.js';
import { gamesPanel, languagesPanel } from './panels/shares.js';
import { TotalsChart, TotalsPanel } from './totals-view.js';

export const totalsCharts: readonly TotalsChart[] = [totalViewersPanel, totalStreamsPanel];

/** The panels of the page of totals, in their order. */
export const totalsPanels: readonly TotalsPanel[] = [...totalsCharts, languagesPanel, gamesPanel];
