import { ascending, quantileSorted } from 'd3-array';

/** A figure at a moment, in milliseconds of Unix time; null where it is not known, which is drawn as a gap. */
export interface Point {
  at: number;
  value: number | null;
}

/** A line of a chart. */
export interface Series {
  name: string;
  /** In the order of their moments. */
  points: readonly Point[];
}

/** A moment that a chart points out, such as a change of title. */
export interface Mark {
  at: number;
  label: string;
}

/**
 * The longest pause between neighbouring moments, in milliseconds, that is not a gap (docs/metrics.md): the usual one or, if more
 * than a third of the pauses are longer than that, five times the pause that nine of ten do not exceed.
 */
export function longestPauseMs(moments: readonly number[], usualMs: number): number {
  const pauses = moments.slice(1).map((moment, i) => moment - (moments[i] ?? moment));
  const longer = pauses.filter((pause) => pause > usualMs).length;
  if (longer <= pauses.length / 3) return usualMs;
  return 5 * (quantileSorted(pauses.toSorted(ascending), 0.9) ?? 0);
}

/** The points with an unknown one in each gap, so that no line crosses it. Usually they are so many milliseconds apart at most. */
export function withGaps(points: readonly Point[], usualMs: number): Point[] {
  const longestMs = longestPauseMs(
    points.map(({ at }) => at),
    usualMs,
  );
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    return before && point.at - before.at > longestMs ? [{ at: before.at + 1, value: null }, point] : [point];
  });
}

/** The moments between which all points of some series lie; undefined without a point. */
export function timeSpan(series: readonly Series[]): [from: number, to: number] | undefined {
  const ends = series.flatMap(({ points }) => [points[0], points.at(-1)].filter((point) => point !== undefined));
  if (ends.length === 0) return undefined;
  const moments = ends.map(({ at }) => at);
  return [Math.min(...moments), Math.max(...moments)];
}

/** The values of some series that are known. */
export function knownValues(series: readonly Series[]): number[] {
  return series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])));
}
