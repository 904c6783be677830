import { EventParams } from '../../events/dto/event.params.js';
import { samplesPageUnits } from '../../rate-limit/request-units.js';
import { PageKind } from '../kinds/page-kind.js';
import { Day } from '../parts/moments.js';
import { eventCard } from '../previews/cards.js';
import { eventCharts, eventPanels } from './event-panels.js';
import { EventPage, LiveEventParts } from './event.page.js';
import { EventView, EventViewLoader } from './event-view.js';

export const eventKind: PageKind<EventViewLoader, EventParams, object, string, EventView> = {
  ...{ path: 'events/:id', failure: 'Failed to show the event', units: samplesPageUnits, source: EventViewLoader },
  params: EventParams,
  show: async (views, { id }) => <EventPage view={await views.load(id)} />,
  showLive: async (views, { id }) => <LiveEventParts view={await views.load(id)} />,
  panels: eventPanels,
  subjectOf: ({ id }) => id,
  charts: {
    panels: eventCharts,
    load: (views, id) => views.load(id),
    write: (view, write) => {
      const { id, title, started_at } = view.event;
      const layers = view.layers.map(({ stream, ...measured }) => ({
        ...measured,
        stream: { ...stream, display_name: write(stream.display_name, stream.streamer_id) },
      }));
      const names = { name: write(title, `event ${id}`), path: `/events/${id}`, hasNames: true };
      return { ...names, span: <Day at={started_at} />, view: { ...view, layers } };
    },
  },
  loadCard: async (views, id) => eventCard(await views.findEvent(id)),
};
