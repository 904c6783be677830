import { dayMs } from '../../charts/durations.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';
import { EventSpan } from './event-graph.js';

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
