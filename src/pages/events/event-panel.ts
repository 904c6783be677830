import { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';
import { EventView, EventViewLoader } from './event-view.js';

/** A panel of an event page. The subject is the ID of the event. */
export type EventPanel = PanelDefinition<EventView, EventViewLoader, string>;

export type EventChart = ChartDefinition<EventView, EventViewLoader, string>;
