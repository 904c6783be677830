import { Window } from '../../figures/windows.js';
import { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';
import { ChartsView, StreamerView, StreamerViewLoader } from './streamer-view.js';

/** A streamer and a range. */
export interface StreamerSubject {
  name: string;
  range: string;
  window: Window;
}

export type StreamerPanel<Data = unknown> = PanelDefinition<StreamerView, StreamerViewLoader, StreamerSubject, Data>;

export type StreamerChart = ChartDefinition<ChartsView, StreamerViewLoader, StreamerSubject>;
