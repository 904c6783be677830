import { Link, streamerCall } from '../../parts/names/link.js';
import { Day } from '../../parts/moments.js';
import { Panel } from '../../parts/panels/panel.js';
import { UntrustedText } from '../../parts/names/texts.js';
import { filesOf, StreamerView } from '../streamer-view.js';

const mostShown = 10;

/** All events with the streamer, newest first. */
export function EventsPanel({ view }: { view: StreamerView }) {
  const { streamer, events } = view;
  const shown = events.slice(0, mostShown);
  return (
    <Panel id="events" title="Events" files={filesOf(view, 'events')} data={streamerCall(streamer, 'events')}>
      {shown.length === 0 ? <p class="empty">No events.</p> : null}
      <ul class="rows">
        {shown.map(({ id, title, started_at }) => (
          <li key={id}>
            <Link to={`/events/${id}`}>
              <UntrustedText text={title} empty="Untitled event" />
            </Link>
            <span class="muted">
              <Day at={started_at} />
            </span>
          </li>
        ))}
      </ul>
      {events.length > shown.length ? <p class="note">And {events.length - shown.length} more in the files.</p> : null}
    </Panel>
  );
}
