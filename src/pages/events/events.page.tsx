import { EventSummary } from '../../events/dto/event-summary.response.js';
import { Page } from '../../http/page.js';
import { Layout } from '../layout/layout.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, withQuery } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { listTitle } from '../parts/list-title.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Column, counts, DataTable } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';

export const eventsPerPage = 50;

const columns: readonly Column<EventSummary>[] = [
  {
    heading: 'Event',
    isHead: true,
    class: 'title',
    show: ({ id, title }) => (
      <Link to={`/events/${id}`}>
        <Stranger text={title} empty="Untitled event" />
      </Link>
    ),
  },
  { heading: 'Begins', class: 'nowrap', show: ({ started_at }) => <Moment at={started_at} /> },
  {
    heading: 'Length',
    class: 'num',
    show: ({ started_at, ended_at }) =>
      ended_at === null ? 'no end yet' : durationText(minutesBetween(started_at, ended_at)),
  },
  counts('Channels', ({ channels }) => channels?.length ?? 0),
  counts('Avg. viewers', ({ avg_viewers }) => avg_viewers),
  counts('Peak viewers', ({ peak_viewers }) => peak_viewers),
];

/** The public events, newest first. */
export function EventsPage({ events, cursor }: { events: Page<EventSummary>; cursor: number }) {
  const data = dataForms('/v1/events/public', { limit: eventsPerPage, cursor: cursor || undefined }, ['csv']);
  return (
    <Layout
      title={listTitle('Events', cursor)}
      description="Events in which several streamers participate."
      path="/events"
      section="Events"
      data={data}
    >
      <h1 class="sr">Events</h1>
      <ListPanel
        id="events"
        title="Events"
        data={data}
        note="Events of several streamers, newest first."
        pages="Pages of events"
        cursor={cursor}
        limit={eventsPerPage}
        list={events}
        empty={cursor > 0 ? 'The events end before this page.' : 'No events yet.'}
        pathAt={(at) => withQuery('/events', { cursor: at })}
      >
        <DataTable label="Events" columns={columns} rows={events.items} />
      </ListPanel>
    </Layout>
  );
}
