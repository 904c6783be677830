import { TextLink } from '../parts/names/texts.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';
import { Page } from '../../http/lists/page.js';
import { countText } from '../../charts/labels/number-labels.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { figureColumn, shownFigures } from '../parts/figures.js';
import { withQuery } from '../parts/names/link.js';
import { ListPanel, listTitle } from '../parts/lists/list-panel.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { SortableColumn, SortedTable } from '../parts/lists/table.js';
import { EventSort } from '../../events/event-order.js';
import { EventsPageQuery } from './events.query.js';
import { hasEnded, startsLater } from './event-graph.js';

export const eventsPerPage = 50;

/** The public events, newest first. */
export function EventsPage({ events, query }: { events: Page<EventSummary>; query: EventsPageQuery }) {
  const { cursor, sort } = query;
  const { now } = useSite();
  const begins = ({ started_at }: EventSummary) => <Moment at={started_at} />;
  const lengthOf = ({ started_at, ended_at }: EventSummary) =>
    ended_at === null ? 'no end given' : durationText(minutesBetween(started_at, ended_at));
  const stateOf = (event: EventSummary) => {
    if (startsLater(event, now)) return <span class="muted">upcoming</span>;
    // Without an end, the list does not know whether an event continues.
    return event.ended_at === null || hasEnded(event, now) ? null : <span class="live">running</span>;
  };
  const columns: readonly SortableColumn<EventSummary, EventSort>[] = [
    {
      heading: 'Event',
      isHead: true,
      class: 'title',
      show: (event) => (
        <>
          <TextLink to={`/events/${event.id}`} text={event.title} empty="Untitled event" /> {stateOf(event)}
        </>
      ),
    },
    { key: 'started_at', heading: 'Begins', name: 'Newest first', class: 'nowrap', line: begins, show: begins },
    { heading: 'Length', class: 'num', line: lengthOf, show: lengthOf },
    {
      heading: 'Channels',
      class: 'num',
      show: ({ channels }) => channels?.length ?? 0,
      line: ({ channels }) => (channels ? countText(channels.length, 'channel') : null),
    },
    figureColumn('avg_viewers', 'in line'),
    figureColumn('peak_viewers', 'in line'),
  ];
  const pathOf = (order: EventSort, at?: number) =>
    withQuery('/events', { sort: order === 'started_at' ? undefined : order, cursor: at });
  // The API has the newest first only.
  const data =
    sort !== 'started_at'
      ? undefined
      : withQuery('/v1/events/public', { limit: eventsPerPage, cursor: cursor || undefined });
  return (
    <Layout
      title={listTitle(sort === 'started_at' ? 'Events' : `Events by ${shownFigures[sort].name.toLowerCase()}`, cursor)}
      description="Events in which several streamers participate."
      path="/events"
      section="Events"
      data={data}
      csv
    >
      <div class="page-head">
        <h1>Events</h1>
      </div>
      <ListPanel
        id="events"
        title={countText(events.total ?? 0, 'event')}
        data={data}
        files={{ of: 'events' }}
        note="Tournaments, marathons and other streams that belong together."
        pages="Pages of events"
        cursor={cursor}
        limit={eventsPerPage}
        list={events}
        empty="No events yet."
        pathAt={(at) => pathOf(sort, at)}
      >
        <SortedTable label="Events" columns={columns} rows={events.items} sorted={sort} pathOf={pathOf} param="sort" />
      </ListPanel>
    </Layout>
  );
}
