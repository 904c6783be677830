import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { Age, GrowingDuration } from '../moments.js';

/** The state of a live stream. */
type LiveState = Pick<LiveStream, 'is_stale' | 'last_seen_at'>;

/** Shows why it is uncertain whether a stream is live. Null for a stream that was observed in the last minutes. */
function uncertain({ is_stale, last_seen_at: at }: LiveState) {
  if (at === null) return <span class="stale">live according to an import</span>;
  return is_stale ? (
    <span class="stale">
      last seen <Age at={at} />
    </span>
  ) : null;
}

/** Returns whether a live stream was observed in the last minutes. */
export function isCertain({ is_stale, last_seen_at }: LiveState): boolean {
  return !is_stale && last_seen_at !== null;
}

/** Shows that a live stream is live. If it may have ended, shows why. */
export function LiveMark({ stream, text = 'Live' }: { stream: LiveState; text?: string }) {
  return uncertain(stream) ?? <span class="live">{text}</span>;
}

/** Shows how long a stream has been live. If it may have ended, shows why. */
export function LiveTime({ stream }: { stream: LiveState & { live_minutes: number } }) {
  return (
    uncertain(stream) ?? (
      <>
        live for <GrowingDuration minutes={stream.live_minutes} />
      </>
    )
  );
}
