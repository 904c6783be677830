import { maxHoldMs } from '../../figures/samples/known-parts.js';

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
