import { dayMs } from '../../charts/durations.js';
import { FollowerPoint } from '../../streamer/dto/follower-point.response.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
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
 * Returns whether moments, oldest first, cover at least half of a number of days. Figures of less are not comparable with
 * those of a whole window.
 */
export function coverHalf(moments: readonly string[], days: number): boolean {
  const [first, last] = [moments[0], moments.at(-1)];
  return first !== undefined && last !== undefined && 2 * (Date.parse(last) - Date.parse(first)) >= days * dayMs;
}

/** Returns the last point minus the first point, like the leaderboard; null with fewer than two points. */
export function computeGain(points: readonly FollowerPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first.created_at === last.created_at) return null;
  return last.followers - first.followers;
}
