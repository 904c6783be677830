import type { ComponentChildren } from 'preact';
import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { Link, streamPath } from '../names/link.js';
import { LiveTime } from '../names/live-mark.js';
import { Count } from '../numbers.js';
import { StreamerName, streamerOf } from '../names/streamer-name.js';

interface LiveListProps {
  streams: readonly LiveStream[];
  /** Additional text about a stream, after its time. It is cut if space is short. */
  about: (stream: LiveStream) => ComponentChildren;
  /** Omits the logins. */
  plain?: boolean;
}

/** A list of live streams for the side of a page, with streamers, viewers and live times. */
export function LiveList({ streams, about, plain = false }: LiveListProps) {
  return (
    <ul class="live-list">
      {streams.map((stream) => (
        <li key={stream.id}>
          <StreamerName streamer={streamerOf(stream)} plain={plain} />
          <span class="num">
            <Count value={stream.viewers} />
          </span>
          <Link to={streamPath(stream.id)} class="sub">
            <LiveTime stream={stream} />, {about(stream)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
