import { EventSummary } from '../../events/dto/event-summary.response.js';
import { Page } from '../../http/page.js';
import { fullDay } from '../../charts/time-labels.js';
import { Layout } from '../layout/layout.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, withQuery } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { listTitle } from '../parts/list-title.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Column, counts, DataTable } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';

export const eventsPerPage = 50;

const lengthOf = ({ started_at, ended_at }: EventSummary) =>
  ended_at === null ? 'no end yet' : durationText(minutesBetween(started_at, ended_at));

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
  {
    heading: 'Begins',
    class: 'nowrap',
    line: ({ started_at }) => fullDay(new Date(started_at)),
    show: ({ started_at }) => <Moment at={started_at} />,
  },
  {
    heading: 'Length',
    class: 'num',
    line: lengthOf,
    show: lengthOf,
  },
  counts(
    'Channels',
    ({ channels }) => channels?.length ?? 0,
    (text) => `${text} channels`,
  ),
  counts('Avg. viewers', ({ avg_viewers }) => avg_viewers),
  counts(
    'Peak viewers',
    ({ peak_viewers }) => peak_viewers,
    (text) => `peak ${text}`,
  ),
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
      <div class="page-head">
        <h1>Events</h1>
      </div>
      <ListPanel
        id="events"
        title="Newest first"
        data={data}
        files={{ of: 'events' }}
        note="Tournaments, marathons and other streams that belong together."
        pages="Pages of events"
        cursor={cursor}
        limit={eventsPerPage}
        list={events}
        empty={cursor > 0 ? 'This page is past the end of the list.' : 'No events yet.'}
        pathAt={(at) => withQuery('/events', { cursor: at })}
      >
        <DataTable label="Events" columns={columns} rows={events.items} />
      </ListPanel>
    </Layout>
  );
}
