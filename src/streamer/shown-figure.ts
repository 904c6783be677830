import { StreamOutline } from '../streams/detail/stream-summary.response.js';
import { WindowFigures } from './dto/window-stats.response.js';

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
