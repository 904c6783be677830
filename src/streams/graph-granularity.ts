/** The lengths of a viewer graph's parts in seconds, by how callers write them, the finest first. */
export const granularitySeconds = {
  minutely: 60,
  fiveMinutes: 300,
  tenMinutes: 600,
  thirtyMinutes: 1_800,
  hourly: 3_600,
} as const;

export type GraphGranularity = keyof typeof granularitySeconds;

export const graphGranularities = Object.keys(granularitySeconds) as GraphGranularity[];
