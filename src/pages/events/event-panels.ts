import { eventStreamsPanel } from './panels/streams-panel.js';
import { partsPanel } from './panels/parts-panel.js';
import { eventViewersPanel } from './panels/viewers-panel.js';
import { EventChart, EventPanel } from './event-view.js';

export const eventCharts: readonly EventChart[] = [eventViewersPanel];

/** The panels of an event page, in their order. */
export const eventPanels: readonly EventPanel[] = [...eventCharts, partsPanel, eventStreamsPanel];
