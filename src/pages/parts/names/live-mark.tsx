import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { Age, GrowingDuration } from '../moments.js';

/** The state of a live stream. */
export type LiveState = Pick<LiveStream, 'is_stale' | 'last_seen_at'>;

/** Shows when a stream that may have ended was last seen. */
function LastSeen({ at }: { at: string }) {
  return (
    <span class="stale">
      last seen <Age at={at} />
    </span>
  );
}

/** Shows that a stream is live. If it may have ended, shows when it was last seen. */
export function LiveMark({ stream: { is_stale, last_seen_at }, text = 'Live' }: { stream: LiveState; text?: string }) {
  return is_stale && last_seen_at !== null ? <LastSeen at={last_seen_at} /> : <span class="live">{text}</span>;
}

/** Shows how long a stream has been live. If it may have ended, shows when it was last seen. */
export function LiveTime({ stream }: { stream: LiveState & { live_minutes: number } }) {
  const { is_stale, last_seen_at, live_minutes } = stream;
  return is_stale && last_seen_at !== null ? (
    <LastSeen at={last_seen_at} />
  ) : (
    <>
      live for <GrowingDuration minutes={live_minutes} />
    </>
  );
}
