import { TextLink } from '../../parts/names/texts.js';
import { RowsPanel } from '../../parts/lists/rows-panel.js';
import { Day } from '../../parts/moments.js';
import { streamerCall } from '../../parts/names/link.js';
import { panelFiles, StreamerView } from '../streamer-view.js';

/** All events with the streamer, newest first. */
export function EventsPanel({ view }: { view: StreamerView }) {
  return (
    <RowsPanel
      id="events"
      title="Events"
      files={panelFiles(view, 'events')}
      data={streamerCall(view.streamer, 'events')}
      items={view.events}
      most={10}
      empty="No events."
      show={({ id, title, started_at }) => (
        <>
          <TextLink to={`/events/${id}`} text={title} empty="Untitled event" />
          <span class="muted">
            <Day at={started_at} />
          </span>
        </>
      )}
    />
  );
}

/** Sponsors in the channel's panels. The `rel` of the links shows that the service does not endorse them. */
export function PartnersPanel({ view }: { view: StreamerView }) {
  return (
    <RowsPanel
      id="sponsors"
      title="Sponsors"
      files={panelFiles(view, 'sponsors')}
      data={streamerCall(view.streamer, 'partners')}
      items={view.partners}
      most={20}
      empty="No sponsors on the panels of the channel."
      show={({ root_domain, url, created_at }) => (
        <>
          {/^https?:/.test(url) ? (
            <a href={url} rel="nofollow noopener ugc">
              <bdi>{root_domain}</bdi>
            </a>
          ) : (
            <bdi>{root_domain}</bdi>
          )}
          <span class="muted">
            since <Day at={created_at} />
          </span>
        </>
      )}
    />
  );
}
