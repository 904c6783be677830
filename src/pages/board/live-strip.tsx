import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { Page } from '../../http/lists/page.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { Avatar } from '../parts/names/avatar.js';
import { CompareLink } from '../parts/names/compare-link.js';
import { Link, streamerPath } from '../parts/names/link.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { streamerOf } from '../parts/names/streamer-name.js';
import { Name, plainText, UntrustedText } from '../parts/names/texts.js';

/** The number of streams to choose from: streams that may have ended come last. */
export const liveLoaded = 12;
const liveShown = 4;

/** The live streams with the most viewers, in one line. */
export function LiveStrip({ live }: { live: Page<LiveStream> }) {
  const { items, total = items.length } = live;
  const shown = items.toSorted((a, b) => Number(a.is_stale) - Number(b.is_stale)).slice(0, liveShown);
  return (
    <section id="live" class="live-strip" aria-labelledby="live-title">
      <h2 id="live-title" class="sr">
        Live now
      </h2>
      <ul>
        {items.length === 0 ? <li class="muted">Nobody is live.</li> : null}
        {shown.map((stream) => (
          <li key={stream.id}>
            <Avatar name={stream.display_name} image={stream.profile_image} />
            <div>
              <Link to={streamerPath(streamerOf(stream))}>
                <Name of={stream} />
              </Link>
              <small>
                <LiveMark stream={stream} text={viewersOf(stream)} />,{' '}
                <UntrustedText text={stream.game_name} empty="no game" />
              </small>
            </div>
            <CompareLink streamer={streamerOf(stream)} name={plainText(stream.display_name) || stream.name} />
          </li>
        ))}
        {total > shown.length ? (
          <li class="all">
            <Link to="/live">All {fullNumber(total)} streams</Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function viewersOf({ viewers }: LiveStream): string {
  return viewers === null ? 'not counted yet' : countText(viewers, 'viewer');
}
