import { minuteMs } from '../../charts/durations.js';
import { Measured, momentsOf, viewersOf } from '../events/event-graph.js';
import { StreamView } from './stream-view.js';

/** The viewers of a stream at regular times, known or not. */
export interface MeasuredStream extends Measured {
  moments: readonly number[];
}

/** Applies the rule of graphs of events to a stream: after 10 minutes without a sample, its viewers are unknown. */
export function measuredOf({ stream, viewers, granularity, minutes }: StreamView): MeasuredStream {
  const from = Date.parse(stream.started_at);
  const span = { from, to: from + minutes * minuteMs, granularity };
  return { moments: momentsOf(span), ...viewersOf(stream, viewers, span) };
}
