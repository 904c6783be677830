import { dayMs } from '../../charts/durations.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';

const shortestMs = 14 * dayMs;
const pauseMs = 14 * dayMs;

/** How often a streamer streams (docs/metrics.md). */
export interface Rhythm {
  /** Rounded to an integer. Null in less than two weeks, or with less than one stream per week. */
  perWeek: number | null;
  /** Whether the newest stream started in the last two weeks. */
  isCurrent: boolean;
}

/**
 * Returns how often a streamer has streamed from a time to now. Without `from`, the time starts with the first of the
 * streams, because nothing is known before.
 */
export function rhythmOf(streams: readonly Pick<StreamOutline, 'started_at'>[], now: Date, from?: Date): Rhythm {
  const starts = streams.map(({ started_at }) => Date.parse(started_at));
  const spanMs = now.getTime() - (from?.getTime() ?? Math.min(...starts));
  const perWeek = Math.round((streams.length * 7 * dayMs) / spanMs);
  const isCurrent = now.getTime() - Math.max(...starts) < pauseMs;
  return { perWeek: spanMs < shortestMs || perWeek < 1 ? null : perWeek, isCurrent };
}
