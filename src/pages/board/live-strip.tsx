import { countText, fullNumber } from '../../charts/number-labels.js';
import { Page } from '../../http/page.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { Avatar } from '../parts/avatar.js';
import { Link, streamerPath } from '../parts/link.js';
import { LiveMark } from '../parts/live-mark.js';
import { streamerOf } from '../parts/streamer-name.js';
import { Stranger } from '../parts/texts.js';

/** The live streams with the most viewers, in one line. */
export function LiveStrip({ live }: { live: Page<LiveStream> }) {
  return (
    <section id="live" class="live-strip" aria-labelledby="live-title">
      <h2 id="live-title" class="sr">
        Live now
      </h2>
      <ul>
        {live.items.length === 0 ? <li class="muted">Nobody is live.</li> : null}
        {live.items.map((stream) => (
          <li key={stream.id}>
            <Avatar name={stream.display_name} image={stream.profile_image} />
            <div>
              <Link to={streamerPath(streamerOf(stream))}>
                <Stranger text={stream.display_name} empty={stream.name} />
              </Link>
              <small>
                <LiveMark stream={stream} text={viewersOf(stream)} />,{' '}
                <Stranger text={stream.game_name} empty="no game" />
              </small>
            </div>
          </li>
        ))}
        {live.hasMore ? (
          <li class="all">
            <Link to="/live">All {fullNumber(live.total ?? 0)} live</Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function viewersOf({ viewers }: LiveStream): string {
  return viewers === null ? 'not counted yet' : countText(viewers, 'viewer');
}
