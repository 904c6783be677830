import { isComparable } from '../../figures/known-time.js';
import { TimeRange } from '../../figures/time.js';
import { CountPoint } from '../../streamer/dto/channel-points.response.js';
import { WindowFigures } from '../../streamer/dto/window-stats.response.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';

/**
 * Returns a figure of a window; null if there is nothing to show. In the API, a figure without streams is 0, and so is
 * a figure of viewers that are unknown. `streams` are the streams of the window, if they are at hand.
 */
export function shownFigure(
  figures: WindowFigures,
  key: keyof WindowFigures,
  streams: readonly StreamOutline[] = [],
): number | null {
  if (figures[key] > 0 || key === 'stream_count') return figures[key];
  if (figures.stream_count === 0) return null;
  return key === 'total_minutes' || streams.some((stream) => stream[key] !== null) ? 0 : null;
}

/**
 * Returns whether the time from the first to the last point covers at least half of a window. Figures of less time are not
 * comparable.
 */
function coverHalf(points: readonly CountPoint[], { from, to }: TimeRange): boolean {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return false;
  const start = Math.max(Date.parse(first.created_at), from);
  return 2 * (Date.parse(last.created_at) - start) >= to - from;
}

/** Returns whether the counts are known for enough of a window to compare gains. */
export function isGainComparable(points: readonly CountPoint[], window: TimeRange): boolean {
  const [first] = points;
  return first !== undefined && isComparable(window, Date.parse(first.created_at)) && coverHalf(points, window);
}
