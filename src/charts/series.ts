import { ascending, extent, pairs, quantileSorted } from 'd3-array';
import { TimeRange } from '../figures/time.js';

/** A figure at a time in milliseconds of Unix time. An unknown value is null and is drawn as a gap. */
export interface Point {
  at: number;
  value: number | null;
  /** Whether the value is of a part of its time only. */
  isPart?: boolean;
}

/** A line of a chart. */
export interface Series {
  name: string;
  /** Ordered by time. */
  points: readonly Point[];
}

/**
 * Returns the longest pause between neighboring counts, in milliseconds, that is not a gap (docs/metrics.md). This is
 * the usual pause. If more than a third of the pauses are longer, it is five times their 90th percentile.
 */
export function longestOfCounts(moments: readonly number[], usualMs: number): number {
  const pauses = pairs(moments, (before, moment) => moment - before);
  const longer = pauses.filter((pause) => pause > usualMs).length;
  if (longer <= pauses.length / 3) return usualMs;
  return 5 * (quantileSorted(pauses.toSorted(ascending), 0.9) ?? 0);
}

/** Adds an unknown point in each gap of counts at irregular times. `usualMs` is the usual longest pause. */
export function withUnusualGaps(points: readonly Point[], usualMs: number): Point[] {
  const moments = points.map(({ at }) => at);
  return withGaps(points, longestOfCounts(moments, usualMs));
}

/** Adds an unknown point in each pause that is longer than `longestMs`, so that no line crosses it. */
export function withGaps(points: readonly Point[], longestMs: number): Point[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    return before && point.at - before.at > longestMs ? [{ at: before.at + 1, value: null }, point] : [point];
  });
}

/** Returns the first and last time of some series; undefined if they have no points. */
export function timeSpan(series: readonly Series[]): TimeRange | undefined {
  const [from, to] = extent(
    series.flatMap(({ points }) => points),
    ({ at }) => at,
  );
  return from === undefined ? undefined : { from, to };
}

/** Returns the known values of some series. */
export function knownValues(series: readonly Series[]): number[] {
  return series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])));
}

/** A time of any of some series, with the value of each: null if unknown, undefined without a point at this time. */
export interface SeriesRow {
  at: number;
  values: readonly (number | null | undefined)[];
}

/** Returns a row per time of any series. */
export function rowsOfSeries(series: readonly Series[]): SeriesRow[] {
  const maps = series.map(({ points }) => new Map(points.map(({ at, value }) => [at, value])));
  const moments = [...new Set(maps.flatMap((values) => [...values.keys()]))].sort(ascending);
  return moments.map((at) => ({ at, values: maps.map((values) => values.get(at)) }));
}
