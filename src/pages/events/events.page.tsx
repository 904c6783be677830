import { EventSummary } from '../../events/dto/event-summary.response.js';
import { Page } from '../../http/page.js';
import { Layout } from '../layout/layout.js';
import { DataTable } from '../parts/data-table.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, withQuery } from '../parts/link.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { Paging } from '../parts/paging.js';
import { Panel } from '../parts/panel.js';
import { Stranger } from '../parts/texts.js';

export const eventsPerPage = 50;

/** The public events, newest first. */
export function EventsPage({ events, cursor }: { events: Page<EventSummary>; cursor: number }) {
  const data = dataForms('/v1/events/public', { limit: eventsPerPage, cursor: cursor === 0 ? undefined : cursor }, [
    'csv',
  ]);
  return (
    <Layout title="Events" description="Events that several streamers take part in." path="/events" section="Events">
      <h1 class="sr">Events</h1>
      <Panel id="events" title="Events" data={data} note="What several streamers broadcast together, newest first.">
        {events.items.length === 0 ? (
          <p class="empty">{cursor > 0 ? 'The events end before this page.' : 'No event is known.'}</p>
        ) : (
          <DataTable
            label="Events"
            headings={['Event', 'Begins', '#Length', '#Channels', '#Avg. viewers', '#Peak viewers']}
          >
            {events.items.map((event) => (
              <Row key={event.id} event={event} />
            ))}
          </DataTable>
        )}
        <Paging
          label="Pages of events"
          cursor={cursor}
          shown={events.items.length}
          limit={eventsPerPage}
          hasMore={events.hasMore}
          pathAt={(at) => withQuery('/events', { cursor: at === 0 ? undefined : at })}
        />
      </Panel>
    </Layout>
  );
}

function Row({ event }: { event: EventSummary }) {
  const { id, title, started_at, ended_at, channels, avg_viewers, peak_viewers } = event;
  return (
    <tr>
      <th scope="row" class="title">
        <Link to={`/events/${id}`}>
          <Stranger text={title} empty="Untitled event" />
        </Link>
      </th>
      <td class="nowrap">
        <Moment at={started_at} />
      </td>
      <td class="num">{ended_at === null ? 'no end yet' : durationText(minutesBetween(started_at, ended_at))}</td>
      <td class="num">
        <Count value={channels?.length ?? 0} />
      </td>
      <td class="num">
        <Count value={avg_viewers} />
      </td>
      <td class="num">
        <Count value={peak_viewers} />
      </td>
    </tr>
  );
}
