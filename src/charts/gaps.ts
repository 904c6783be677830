import { ascending, quantileSorted } from 'd3-array';

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
