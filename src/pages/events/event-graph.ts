import { sum } from 'd3-array';
import { GraphParts, KnownParts } from '../../figures/samples/known-parts.js';
import { dayMs, minuteMs } from '../../charts/durations.js';
import { roundedQuotient } from '../../charts/labels/number-labels.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { graphGranularities, granularitySeconds, GraphGranularity } from '../../streams/viewers/graph-range.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';

const maxStreams = 12;
/** Number of points that fit in a graph on a page. */
const maxPoints = 300;
/** A longer event has every second interval, and so on. */
const maxMoments = 1_000;

/** The time range and the granularity of an event's graph. */
export interface EventSpan {
  from: number;
  to: number;
  granularity: GraphGranularity;
}

/** Returns the range from the start of an event to its end, or to now while it continues. */
export function eventSpan({ started_at, ended_at }: EventDetail, now: Date): EventSpan {
  const from = Date.parse(started_at);
  const to = Math.max(from, Math.min(ended_at === null ? Infinity : Date.parse(ended_at), now.getTime()));
  return { from, to, granularity: granularityFor((to - from) / minuteMs) };
}

/** Returns the finest granularity whose points for this number of minutes fit in a graph. */
export function granularityFor(minutes: number): GraphGranularity {
  return graphGranularities.find((name) => (minutes * 60) / granularitySeconds[name] <= maxPoints) ?? 'hourly';
}

/** Returns the streams with the highest peaks, highest first. With more streams, the layers would be too thin. */
export function largestStreams(streams: readonly EventStream[]): EventStream[] {
  return streams.toSorted((a, b) => (b.peak_viewers ?? 0) - (a.peak_viewers ?? 0)).slice(0, maxStreams);
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

/** Writes the share of the time at which streams were measured: 98%. Null if they have no time. */
export function measuredShare(layers: readonly KnownParts[]): string | null {
  const known = sum(layers, ({ values }) => values.filter((value) => value !== null).length);
  const unknown = sum(layers, ({ heldViewers }) => heldViewers.filter((value) => value !== null).length);
  return known + unknown === 0 ? null : `${Math.floor((100 * known) / (known + unknown))}%`;
}

/** Returns the share of each layer in the measured viewers, in percent; null for a layer that was not measured. */
export function computeShares(layers: readonly KnownParts[]): (number | null)[] {
  const total = sum(layers, ({ values }) => sum(values));
  return layers.map(({ values }) => (sum(values) > 0 ? roundedQuotient(100 * sum(values), total) : null));
}

/** Returns the first of the highest totals. */
export function highestTotal(layers: readonly KnownParts[], moments: readonly number[]): { at: number; value: number } {
  const totals = moments.map((at, i) => ({ at, value: totalAt(layers, i).sum ?? 0 }));
  return totals.reduce((most, total) => (total.value > most.value ? total : most));
}

/** The sum of the layers at a time: of the known values, with their number and the number of all streams at that time. */
export interface Total {
  sum: number | null;
  known: number;
  streams: number;
}

export function totalAt(layers: readonly KnownParts[], place: number): Total {
  const known = layers.flatMap(({ values }) => values[place] ?? []);
  const unknown = layers.filter(({ heldViewers }) => typeof heldViewers[place] === 'number').length;
  return {
    sum: known.length === 0 ? null : sum(known),
    known: known.length,
    streams: known.length + unknown,
  };
}

type Times = Pick<EventSummary, 'started_at' | 'ended_at'>;

export function startsLater({ started_at }: Times, now: Date): boolean {
  return Date.parse(started_at) > now.getTime();
}

/** Returns whether an event has ended. The end of an event may be planned. */
export function hasEnded({ ended_at }: Times, now: Date): boolean {
  return ended_at !== null && Date.parse(ended_at) <= now.getTime();
}

/** Returns whether times of day are unambiguous. */
export function isWithinDay({ from, to }: EventSpan): boolean {
  return to - from < dayMs;
}
