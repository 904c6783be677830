import { EventDetail } from '../../events/dto/event-detail.response.js';
import { Layout } from '../layout/layout.js';
import { countText } from '../../charts/number-labels.js';
import { dataForms } from '../parts/data-forms.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { plainText, Stranger } from '../parts/texts.js';
import { Tiles } from '../parts/tiles.js';
import { eventPreview } from '../previews/preview-paths.js';
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
      description={`An event of ${countText(channels?.length ?? 0, 'channel')} on ${started_at.slice(0, 10)}.`}
      path={`/events/${event.id}`}
      section="Events"
      preview={eventPreview(event.id)}
      data={dataForms(`/v1/events/${event.id}`)}
      charts
    >
      <div class="page-head">
        <div>
          <h1>
            <Stranger text={event.title} empty="Untitled event" />
          </h1>
          <p class="muted">
            <Moment at={started_at} /> to {ended_at === null ? 'no end yet' : <Moment at={ended_at} />}
          </p>
        </div>
      </div>
      <Tiles
        label="Figures of the event"
        tiles={[
          { name: 'Average viewers', value: <Count value={event.avg_viewers} /> },
          { name: 'Peak viewers', value: <Count value={event.peak_viewers} /> },
          { name: 'Length', value: length },
          { name: 'Channels', value: <Count value={channels?.length ?? 0} /> },
          { name: 'Streams', value: <Count value={event.streams.length} /> },
        ]}
      />
      <div class="panels">
        {event.description === null ? null : (
          <Panel id="description" title="About the event" wide>
            <p class="description">
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

function Markers({ event: { markers } }: { event: EventDetail }) {
  return (
    <Panel id="markers" title="Markers" wide>
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
