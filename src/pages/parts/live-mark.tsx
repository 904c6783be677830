import { lastSeenText } from '../../charts/time-labels.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { useSite } from '../layout/site.js';
import { durationText } from './moments.js';

/** The state of a live stream. */
export type LiveState = Pick<LiveStream, 'is_stale' | 'last_seen_at'>;

/** Returns the text for a stream that may have ended: when it was last seen. Otherwise returns null. */
export function useLastSeen({ is_stale, last_seen_at }: LiveState): string | null {
  const { now } = useSite();
  return is_stale && last_seen_at !== null ? lastSeenText(last_seen_at, now) : null;
}

/** Shows that a stream is live. If it may have ended, shows when it was last seen. */
export function LiveMark({ stream, text = 'Live' }: { stream: LiveState; text?: string }) {
  const lastSeen = useLastSeen(stream);
  return lastSeen === null ? <span class="live">{text}</span> : <span class="muted">{lastSeen}</span>;
}

/** Shows how long a stream has been live. If it may have ended, shows when it was last seen. */
export function LiveTime({ stream }: { stream: LiveState & { live_minutes: number } }) {
  const lastSeen = useLastSeen(stream);
  if (lastSeen !== null) return <>{lastSeen}</>;
  return (
    <>
      {durationText(stream.live_minutes)}
      <span class="sr"> live</span>
    </>
  );
}
