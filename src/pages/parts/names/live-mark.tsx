import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { Age, GrowingDuration } from '../moments.js';

/** The state of a live stream. */
type LiveState = Pick<LiveStream, 'is_stale' | 'last_seen_at'>;

/** Shows when a stream that may have ended was last seen. Null for another stream. */
function lastSeen({ is_stale, last_seen_at: at }: LiveState) {
  return is_stale && at !== null ? (
    <span class="stale">
      last seen <Age at={at} />
    </span>
  ) : null;
}

/** Shows that a stream is live. If it may have ended, shows when it was last seen. */
export function LiveMark({ stream, text = 'Live' }: { stream: LiveState; text?: string }) {
  return lastSeen(stream) ?? <span class="live">{text}</span>;
}

/** Shows how long a stream has been live. If it may have ended, shows when it was last seen. */
export function LiveTime({ stream }: { stream: LiveState & { live_minutes: number } }) {
  return (
    lastSeen(stream) ?? (
      <>
        live for <GrowingDuration minutes={stream.live_minutes} />
      </>
    )
  );
}
