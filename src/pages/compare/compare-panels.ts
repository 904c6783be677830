import { airtimePanel } from '../streamer/panels/airtime-panel.js';
import { countCharts } from '../streamer/panels/counts-panel.js';
import { comparedFiguresPanel } from './panels/figures-panel.js';
import { comparedViewersPanel } from './panels/viewers-panel.js';
import { CompareChart, ComparePanel } from './compare-view.js';

export const compareCharts: readonly CompareChart[] = [
  comparedViewersPanel,
  ...countCharts,
  { ...airtimePanel, id: 'hours' },
];

/** The panels of a comparison, in their order. */
export const comparePanels: readonly ComparePanel[] = [comparedFiguresPanel, ...compareCharts];
