import { maxHoldMs } from '../../figures/samples/holds.js';
import { TimeRange } from '../../figures/time.js';

/** Rounds both times down to a multiple of `partSeconds`, in UTC, so that similar ranges request the same graph. */
export function cutRange({ from, to }: TimeRange, partSeconds: number): TimeRange {
  const partMs = partSeconds * 1_000;
  const cut = (at: number) => Math.floor(at / partMs) * partMs;
  return { from: cut(from), to: cut(to) };
}

/** Interval lengths of a viewer graph in seconds by their name in requests, finest first. */
export const granularitySeconds = {
  minutely: 60,
  fiveMinutes: 300,
  tenMinutes: 600,
  thirtyMinutes: 1_800,
  hourly: 3_600,
} as const;

export type GraphGranularity = keyof typeof granularitySeconds;

/** Returns the longest pause between two points of a graph, in milliseconds, that is not a gap. */
export function maxPauseMs(partSeconds: number): number {
  return Math.max(maxHoldMs, 1_000 * partSeconds);
}

export const graphGranularities = Object.keys(granularitySeconds) as GraphGranularity[];

/** Returns the error for a graph of a stream or an event with too many points: the finest granularity that fits. */
export function adviceAgainst(
  granularity: GraphGranularity,
  of: 'stream' | 'event',
  fits: (name: GraphGranularity) => boolean,
): string {
  const finest = graphGranularities.find(fits);
  const tooMany = `could return more than 3,000 points for this ${of}`;
  return finest === undefined
    ? `Even the granularity hourly ${tooMany}, which is too long for a graph.`
    : `granularity must be ${finest} or coarser: ${granularity} ${tooMany}`;
}
