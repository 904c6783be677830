import { lastSeenText } from '../../../charts/labels/time-labels.js';
import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { Age, durationText } from '../moments.js';

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

type LiveLength = LiveState & { live_minutes: number };

/** Writes how long a stream has been live or, if it may have ended, when it was last seen. */
export function liveText({ is_stale, last_seen_at, live_minutes }: LiveLength, now: Date): string {
  return is_stale && last_seen_at !== null ? lastSeenText(last_seen_at, now) : `live for ${durationText(live_minutes)}`;
}

/** Shows how long a stream has been live. If it may have ended, shows when it was last seen. */
export function LiveTime({ stream }: { stream: LiveLength }) {
  const { is_stale, last_seen_at, live_minutes } = stream;
  if (is_stale && last_seen_at !== null) return <LastSeen at={last_seen_at} />;
  return (
    <>
      {durationText(live_minutes)}
      <span class="sr"> live</span>
    </>
  );
}
