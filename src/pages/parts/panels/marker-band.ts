import { Band } from '../../../charts/bands.js';
import { TimeRange } from '../../../figures/time.js';
import { EventMarker } from '../../../events/dto/event-detail.response.js';
import { plainText, untitled } from '../../../streams/shown-text.js';

/** Returns a band with the numbered markers within a range, each until the next one; no bands without markers. */
export function markerBand(
  name: string,
  markers: readonly Pick<EventMarker, 'timestamp' | 'title'>[],
  { from, to }: TimeRange,
): Band[] {
  const shown = markers
    .map(({ timestamp, title }) => ({ at: Date.parse(timestamp), title }))
    .filter(({ at }) => from <= at && at <= to)
    .sort((a, b) => a.at - b.at);
  const parts = shown.map(({ at, title }, i) => ({
    from: at,
    to: shown[i + 1]?.at ?? to,
    label: `${i + 1} ${plainText(title, untitled.marker)}`,
  }));
  return parts.length === 0 ? [] : [{ name, parts }];
}

/** Returns the starts of the parts of bands, for numbered lines. */
export function listStarts(bands: readonly Band[]): number[] {
  return bands.flatMap(({ parts }) => parts.map(({ from }) => from));
}
