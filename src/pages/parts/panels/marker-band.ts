import { TimeRange } from '../../../charts/axes.js';
import { Band } from '../../../charts/bands.js';
import { EventMarker } from '../../../events/dto/event-marker.response.js';

type Markers = readonly Pick<EventMarker, 'timestamp' | 'title'>[];

/** Returns the markers within a range, oldest first. */
function markersIn(markers: Markers, [from, to]: TimeRange): { at: number; title: string }[] {
  return markers
    .map(({ timestamp, title }) => ({ at: Date.parse(timestamp), title }))
    .filter(({ at }) => from <= at && at <= to)
    .sort((a, b) => a.at - b.at);
}

/** Returns the times of the markers within a range. */
export function momentsOfMarkers(markers: Markers, range: TimeRange): number[] {
  return markersIn(markers, range).map(({ at }) => at);
}

/** Returns a band with the numbered markers within a range, each until the next one. Without markers, there is no band. */
export function markerBand(name: string, markers: Markers, range: TimeRange): Band[] {
  const shown = markersIn(markers, range);
  const parts = shown.map(({ at, title }, i) => {
    return { from: at, to: shown[i + 1]?.at ?? range[1], label: `${i + 1} ${title}` };
  });
  return parts.length === 0 ? [] : [{ name, parts }];
}
