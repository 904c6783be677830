import { Page } from '../../http/page.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, streamPath } from '../parts/link.js';
import { LiveTime } from '../parts/live-mark.js';
import { Count } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { StreamerName } from '../parts/streamer-name.js';
import { Stranger } from '../parts/texts.js';

/** The live streams with most viewers. */
export function LiveNow({ live }: { live: Page<LiveStream> }) {
  return (
    <Panel id="live" title="Live now" data={dataForms('/v1/streams/live', {}, ['csv'])}>
      {live.items.length === 0 ? <p class="empty">Nobody is live.</p> : null}
      <ul class="live-list">
        {live.items.map((stream) => (
          <li key={stream.id}>
            <StreamerName
              id={stream.streamer_id}
              name={stream.name}
              displayName={stream.display_name}
              image={stream.profile_image}
            />
            <span class="num">
              <Count value={stream.viewers} />
            </span>
            <Link to={streamPath(stream.id)} class="sub">
              <Stranger text={stream.game_name} empty="No game" />, <LiveTime stream={stream} />
            </Link>
          </li>
        ))}
      </ul>
      {live.hasMore ? (
        <p>
          <Link to="/live">All live streams</Link>
        </p>
      ) : null}
    </Panel>
  );
}
