import { sum } from 'd3-array';
import { KnownParts } from '../../figures/samples/known-parts.js';
import { dayMs, TimeRange } from '../../figures/time.js';
import { roundedQuotient } from '../../charts/labels/number-labels.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';

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

export function totalAt(layers: readonly KnownParts[], index: number): Total {
  const known = layers.flatMap(({ values }) => values[index] ?? []);
  const unknown = layers.filter(({ heldViewers }) => typeof heldViewers[index] === 'number').length;
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

/** Returns whether an event has begun and not ended. Without an end, it runs while one of its streams is live. */
export function isRunning(event: EventSummary & { streams: readonly { is_live: boolean }[] }, now: Date): boolean {
  if (startsLater(event, now) || hasEnded(event, now)) return false;
  return event.ended_at !== null || event.streams.some(({ is_live }) => is_live);
}

/** Returns whether times of day are unambiguous. */
export function isWithinDay({ from, to }: TimeRange): boolean {
  return to - from < dayMs;
}
