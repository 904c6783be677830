import { comparedFiguresPanel } from './panels/figures-panel.js';
import { comparedFollowersPanel } from './panels/followers-panel.js';
import { comparedHoursPanel } from './panels/hours-panel.js';
import { comparedViewersPanel } from './panels/viewers-panel.js';
import { CompareChart, ComparePanel } from './compare-view.js';

export const compareCharts: readonly CompareChart[] = [
  comparedViewersPanel,
  comparedFollowersPanel,
  comparedHoursPanel,
];

/** The panels of a comparison, in their order. */
export const comparePanels: readonly ComparePanel[] = [comparedFiguresPanel, ...compareCharts];
