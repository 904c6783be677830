import { Day } from '../../parts/moments.js';
import { streamerCall } from '../../parts/names/link.js';
import { Panel } from '../../parts/panels/panel.js';
import { filesOf, StreamerView } from '../streamer-view.js';

const mostShown = 20;

/** Sponsors in the channel's panels. The `rel` of the links shows that the service does not endorse them. */
export function PartnersPanel({ view }: { view: StreamerView }) {
  const { streamer, partners } = view;
  const shown = partners.slice(0, mostShown);
  return (
    <Panel id="sponsors" title="Sponsors" files={filesOf(view, 'sponsors')} data={streamerCall(streamer, 'partners')}>
      {shown.length === 0 ? <p class="empty">No sponsors on the panels of the channel.</p> : null}
      <ul class="rows">
        {shown.map(({ root_domain, url, created_at }) => (
          <li key={root_domain}>
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
          </li>
        ))}
      </ul>
      {partners.length > shown.length ? (
        <p class="note">And {partners.length - shown.length} more in the files.</p>
      ) : null}
    </Panel>
  );
}
