import { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';
import { CompareView, CompareViewLoader } from './compare-view.js';
import { CompareQuery } from './compare.query.js';

export type ComparePanel = PanelDefinition<CompareView, CompareViewLoader, CompareQuery>;

export type CompareChart = ChartDefinition<CompareView, CompareViewLoader, CompareQuery>;
