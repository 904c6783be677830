import { eventColumns } from '../columns/events.js';
import { listTable } from '../downloads/file-table.js';
import { ListKind } from '../kinds/page-kind.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { EventsPage, EventsPageQuery, eventsPerPage } from './events.page.js';

/** Pages show public events only, because they need no token. */
export const eventsKind: ListKind<EventsPageQuery> = {
  ...{ path: 'events', pageQuery: EventsPageQuery, failure: 'Failed to show the events', source: ListSources },
  show: async ({ events }, _params, query) => {
    const { cursor, sort } = query;
    return <EventsPage events={await events.rankPublic(eventsPerPage, cursor, sort)} query={query} />;
  },
  list: {
    name: 'events',
    open: ({ events }) => listTable(eventColumns, (limit, cursor) => events.listPublic(limit, cursor)),
  },
};
