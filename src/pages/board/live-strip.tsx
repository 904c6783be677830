import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { Page } from '../../http/lists/page.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { Avatar, CompareLink, toStreamer } from '../parts/names/streamer-name.js';
import { Link } from '../parts/names/link.js';
import { isCertain, LiveMark } from '../parts/names/live-mark.js';
import { plainText } from '../../streams/shown-text.js';
import { UntrustedText, StreamerLink } from '../parts/names/texts.js';
import { PlatformNote } from '../parts/platforms.js';

/** The number of streams to choose from: streams that may have ended come later, and those that nobody observed last. */
export const liveLoaded = 12;
const liveShown = 4;

/** The live streams with the most viewers, in one line. */
export function LiveStrip({ live }: { live: Page<LiveStream> }) {
  const { items, total = items.length } = live;
  const doubt = (stream: LiveStream) => (isCertain(stream) ? 0 : stream.last_seen_at === null ? 2 : 1);
  const shown = items.toSorted((a, b) => doubt(a) - doubt(b)).slice(0, liveShown);
  return (
    <section id="live" class="live-strip" aria-labelledby="live-title">
      <h2 id="live-title" class="sr">
        Live now
      </h2>
      <ul>
        {items.length === 0 ? <li class="muted">Nobody is live.</li> : null}
        {shown.map((stream) => (
          <li>
            <Avatar name={stream.display_name} image={stream.profile_image} />
            <div>
              <StreamerLink of={toStreamer(stream)} />
              <PlatformNote platform={stream.platform} />
              <small>
                <LiveMark stream={stream} text={viewersOf(stream)} />
                <span class="on-wide">
                  , <UntrustedText text={stream.game_name} empty="no game" />
                </span>
              </small>
            </div>
            <CompareLink streamer={toStreamer(stream)} name={plainText(stream.display_name, stream.name)} />
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
