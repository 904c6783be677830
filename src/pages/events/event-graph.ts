import { longestPauseMs } from '../../charts/series.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { ViewerPoint } from '../../streams/dto/viewer-point.response.js';
import { GraphGranularity, granularitySeconds } from '../../streams/graph-granularity.js';
import { granularityFor } from '../stream/stream-view.js';

const mostStreams = 12;
/** The graph of a longer event would be unreadable and would need too much memory. */
const mostMoments = 1_000;

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
  return { from, to, granularity: granularityFor((to - from) / 60_000) };
}

/** Returns the streams with the highest peaks, in the given order. With more streams, the layers would be too thin. */
export function largestStreams(streams: readonly EventStream[]): EventStream[] {
  const byPeak = [...streams].sort((a, b) => (b.peak_viewers ?? 0) - (a.peak_viewers ?? 0));
  const kept = new Set(byPeak.slice(0, mostStreams));
  return streams.filter((stream) => kept.has(stream));
}

/** Returns the start times of the intervals. */
export function momentsOf({ from, to, granularity }: EventSpan): number[] {
  const stepMs = granularitySeconds[granularity] * 1000;
  const count = Math.min(mostMoments, Math.floor((to - from) / stepMs) + 1);
  return Array.from({ length: count }, (_, i) => from + i * stepMs);
}

/** Returns the viewers at each time, from the graph interval that contains the time; null outside of all intervals. */
export function valuesAt(
  points: readonly ViewerPoint[],
  moments: readonly number[],
  stepMs: number,
): (number | null)[] {
  const parts = points.map(({ created_at, viewers }) => ({ at: Date.parse(created_at), viewers }));
  // If samples are further apart than the granularity, each sample counts until the next sample.
  const holdMs = longestPauseMs(
    parts.map(({ at }) => at),
    stepMs,
  );
  let next = 0;
  return moments.map((moment) => {
    while (next < parts.length && (parts[next]?.at ?? 0) <= moment) next += 1;
    const part = parts[next - 1];
    return part !== undefined && moment < part.at + holdMs ? part.viewers : null;
  });
}
