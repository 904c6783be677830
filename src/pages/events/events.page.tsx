import { IsIn } from 'class-validator';
import { EventSort, eventSorts } from '../../events/event-order.js';
import { CursorOnlyQuery } from '../parts/lists/list.query.js';
import { countText } from '../../charts/labels/number-labels.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';
import { Page } from '../../http/lists/page.js';
import { eventColumns } from '../columns/events.js';
import { eventsCalendar } from '../feeds/feed-links.js';
import { SubscribeMenu } from '../feeds/subscribe-menu.js';
import { shownFigures } from '../parts/figures.js';
import { ListPage } from '../parts/lists/list-page.js';
import { pathTo } from '../parts/names/link.js';

export const eventsPerPage = 50;

/** The order and position of a page of events. */
export class EventsPageQuery extends CursorOnlyQuery {
  @IsIn(eventSorts, { message: `sort must be one of ${eventSorts.join(', ')}` })
  sort: EventSort = 'started_at';
}

/** The public events, newest first or by a figure. */
export function EventsPage({ events, query }: { events: Page<EventSummary>; query: EventsPageQuery }) {
  const { sort, cursor } = query;
  const isNewest = sort === 'started_at';
  return (
    <ListPage
      page={{
        title: isNewest ? 'Events' : `Events by ${shownFigures[sort].name.toLowerCase()}`,
        description: 'Events in which several streamers participate.',
        ...{ path: '/events', section: 'Events', feeds: [eventsCalendar] },
      }}
      heading="Events"
      // The API has the newest first only.
      call={isNewest ? pathTo('/v1/events/public', { limit: eventsPerPage, cursor }, new EventsPageQuery()) : undefined}
      panel={{
        ...{ id: 'events', title: countText(events.total ?? 0, 'event'), about: 'event-viewers' },
        note: 'Tournaments, marathons and other streams that belong together.',
      }}
      file={{ of: 'events' }}
      choice={<SubscribeMenu feeds={[eventsCalendar]} />}
      {...{
        label: 'Events',
        columns: eventColumns,
        list: events,
        query,
        defaults: new EventsPageQuery(),
        limit: eventsPerPage,
        sorted: sort,
      }}
      empty="No events yet."
    />
  );
}
