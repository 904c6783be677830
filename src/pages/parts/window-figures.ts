import { isComparable } from '../../figures/known-time.js';
import { TimeRange } from '../../figures/time.js';
import { CountPoint } from '../../streamer/dto/channel-points.response.js';

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
