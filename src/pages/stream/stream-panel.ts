import { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';
import { StreamView, StreamViewLoader } from './stream-view.js';

/** A panel of a stream page. The subject is the ID of the stream. */
export type StreamPanel = PanelDefinition<StreamView, StreamViewLoader, string>;

export type StreamChart = ChartDefinition<StreamView, StreamViewLoader, string>;
