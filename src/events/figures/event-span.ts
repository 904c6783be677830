import { GraphParts } from '../../figures/samples/known-parts.js';
import { minuteMs, TimeRange } from '../../figures/time.js';
import { graphGranularities, granularitySeconds, GraphGranularity } from '../../streams/viewers/graph-range.js';
import { EventStream } from '../dto/event-stream.response.js';
import { EventOnly } from '../dto/event-detail.response.js';

/** With more streams, the layers of a graph would be too thin. */
const maxLayers = 12;
/** Number of points that fit in a graph on a page. */
const maxPoints = 300;
/** A longer event has every second interval, and so on. */
const maxMoments = 1_000;

/** The time range and the granularity of an event's graph. */
export interface EventSpan extends TimeRange {
  granularity: GraphGranularity;
}

/** Returns the range from the start of an event to its end, or to now while it continues. */
export function eventSpan({ started_at, ended_at }: Pick<EventOnly, 'started_at' | 'ended_at'>, now: Date): EventSpan {
  const from = Date.parse(started_at);
  const to = Math.max(from, Math.min(ended_at === null ? Infinity : Date.parse(ended_at), now.getTime()));
  return { from, to, granularity: granularityFor((to - from) / minuteMs) };
}

/** Returns the finest granularity whose points for this number of minutes fit in a graph. */
export function granularityFor(minutes: number): GraphGranularity {
  return graphGranularities.find((name) => (minutes * 60) / granularitySeconds[name] <= maxPoints) ?? 'hourly';
}

/** Returns the streams with the highest peaks, highest first. */
export function largestStreams(streams: readonly EventStream[], max = maxLayers): EventStream[] {
  return streams.toSorted((a, b) => (b.peak_viewers ?? 0) - (a.peak_viewers ?? 0)).slice(0, max);
}

/** Returns the time between two moments of a graph. */
export function stepMs({ from, to, granularity }: EventSpan): number {
  const intervalMs = granularitySeconds[granularity] * 1000;
  return intervalMs * Math.ceil((to - from + 1) / intervalMs / maxMoments);
}

/** Returns the start times of the intervals, at most about 1,000. */
export function listMoments(span: EventSpan): number[] {
  const step = stepMs(span);
  return Array.from({ length: Math.floor((span.to - span.from) / step) + 1 }, (_, i) => span.from + i * step);
}

/** Returns the parts of a graph whose starts are its moments. */
export function partsOf(span: EventSpan): GraphParts {
  const partMs = stepMs(span);
  return { from: span.from, to: span.from + listMoments(span).length * partMs, partMs };
}
