import { greatest } from 'd3-array';
import { StreamOutline } from './stream-summary.response.js';

/** Returns the stream with the highest peak, and of several the first one; undefined if no peak is known. */
export function bestStream(streams: readonly StreamOutline[]): StreamOutline | undefined {
  return greatest(
    streams.filter(({ peak_viewers }) => peak_viewers !== null),
    ({ peak_viewers }) => peak_viewers ?? 0,
  );
}
