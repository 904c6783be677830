import { EventDetail } from '../../events/dto/event-detail.response.js';
import { Layout } from '../layout/layout.js';
import { countText } from '../../charts/number-labels.js';
import { fullDay } from '../../charts/time-labels.js';
import { Link } from '../parts/link.js';
import { dataForms } from '../parts/data-forms.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { plainText, Stranger } from '../parts/texts.js';
import { Tiles } from '../parts/tiles.js';
import { eventPreview } from '../previews/preview-paths.js';
import { EventSentence } from '../sentences/event-sentence.js';
import { EventGraphProps, EventViewers } from './event-viewers.js';
import { EventStreams } from './event-streams.js';

/** An event with its viewers stacked by stream, its markers and its streams. */
export function EventPage(props: EventGraphProps) {
  const { event } = props;
  const { started_at, ended_at, channels } = event;
  const length = ended_at === null ? 'No end yet' : durationText(minutesBetween(started_at, ended_at));
  return (
    <Layout
      title={plainText(event.title) || 'Untitled event'}
      description={`An event of ${countText(channels?.length ?? 0, 'channel')} on ${fullDay(new Date(started_at))}.`}
      path={`/events/${event.id}`}
      section="Events"
      preview={eventPreview(event.id)}
      data={dataForms(`/v1/events/${event.id}`)}
      charts
    >
      <div class="page-head">
        <div>
          <p>
            <Link to="/events">Events</Link>
            {' · '}
            {ended_at === null ? 'began' : 'ended'} <Moment at={ended_at ?? started_at} />
          </p>
          <h1>
            <Stranger text={event.title} empty="Untitled event" />
          </h1>
        </div>
      </div>
      <EventSentence {...props} />
      <Tiles
        label="Figures of the event"
        tiles={[
          {
            name: 'Average viewers',
            about: 'event-viewers',
            value: <Count value={event.avg_viewers} />,
            note: 'all streams together',
          },
          {
            name: 'Peak viewers',
            about: 'event-viewers',
            value: <Count value={event.peak_viewers} />,
            note: 'all streams at one moment',
          },
          { name: 'Length', value: length },
          {
            name: 'Streams',
            value: <Count value={event.streams.length} />,
            note: `by ${countText(channels?.length ?? 0, 'channel')}`,
          },
        ]}
      />
      <div class="panels">
        {event.description === null ? null : (
          <Panel id="description" title="About the event" wide>
            <p class="prose">
              <Stranger text={event.description} empty="" />
            </p>
          </Panel>
        )}
        <EventViewers {...props} />
        <Markers event={event} />
        <EventStreams event={event} />
      </div>
    </Layout>
  );
}

function Markers({ event: { id, markers } }: { event: EventDetail }) {
  return (
    <Panel
      id="markers"
      title="Markers"
      wide
      files={{ of: `events/${id}/markers` }}
      data={dataForms(`/v1/events/${id}`)}
    >
      {markers.length === 0 ? <p class="empty">No markers.</p> : null}
      <ul class="rows">
        {markers.map(({ id, title, description, timestamp }) => (
          <li key={id}>
            <span>
              <Stranger text={title} empty="Untitled marker" />
              {description === null ? null : (
                <span class="muted">
                  {' – '}
                  <Stranger text={description} empty="" />
                </span>
              )}
            </span>
            <span class="muted nowrap">
              <Moment at={timestamp} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
