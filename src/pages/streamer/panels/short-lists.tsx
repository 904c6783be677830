import { toPage } from '../../../http/lists/page.js';
import { ColabSession } from '../../../streams/colabs/colab-session.response.js';
import { sessionsPerQuery } from '../../../streams/colabs/colab-sessions.service.js';
import { colabColumns } from '../../columns/streams.js';
import { listTable } from '../../downloads/file-table.js';
import { Colabs } from '../../parts/lists/colabs.js';
import { EventSummary } from '../../../events/dto/event-summary.response.js';
import { Partner } from '../../../partners/dto/partner.response.js';
import { Day } from '../../parts/moments.js';
import { untitled } from '../../../streams/shown-text.js';
import { TextLink } from '../../parts/names/texts.js';
import { StreamerPanel } from '../streamer-view.js';
import { Rows } from '../../parts/lists/table.js';

/** All public events with the streamer, newest first. Services also return private events if tokens are configured. */
export const streamerEventsPanel: StreamerPanel<EventSummary[]> = {
  id: 'events',
  title: 'Events',
  about: 'event-viewers',
  load: async ({ events }, { name }) => (await events.listOfStreamer(name)).filter(({ is_public }) => is_public),
  hasData: (_view, events) => events.length > 0,
  empty: 'No events.',
  show: (_view, events) => ({
    children: (
      <Rows
        items={events}
        show={({ id, title, started_at }) => (
          <>
            <TextLink to={`/events/${id}`} text={title} empty={untitled.event} />
            <span class="muted">
              <Day at={started_at} />
            </span>
          </>
        )}
      />
    ),
  }),
};

/** Sponsors in the channel's panels. The `rel` of the links shows that the service does not endorse them. */
export const partnersPanel: StreamerPanel<Partner[]> = {
  id: 'sponsors',
  title: 'Sponsors',
  about: 'sponsors',
  load: ({ partners }, { name }) => partners.listActive(name),
  hasData: (_view, partners) => partners.length > 0,
  empty: 'No sponsors on the panels of the channel.',
  show: (_view, partners) => ({
    children: (
      <Rows
        items={partners}
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
    ),
  }),
};

const shown = 10;

/** The newest sessions of the range in which the streamer broadcast together with others. */
export const streamerColabsPanel: StreamerPanel<ColabSession[]> = {
  id: 'collaborations',
  title: 'Collaborations',
  about: 'collaborations',
  load: ({ colabs }, { name, window }) => colabs.listOfStreamer(name, window, shown),
  hasData: (_view, colabs) => colabs.length > 0,
  empty: 'None in this range.',
  show: ({ streamer }, colabs) => ({ children: <Colabs colabs={colabs} without={streamer.id} /> }),
  file: async ({ streamer, colabs }, { name, window }) => {
    // Throws a NotFoundException for an unknown streamer.
    await streamer.findId(name);
    return listTable(colabColumns, async (most, cursor) => {
      const limit = Math.min(most, sessionsPerQuery);
      return toPage(await colabs.listOfStreamer(name, window, limit + 1, cursor), cursor, limit);
    });
  },
};
