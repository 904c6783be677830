/** Maximum number of points that a request for a graph can specify. */
export const maxPoints = 2_000;

/** Maximum number of times that intervals are halved. */
const halvings = 10;

/**
 * Returns the ascending indexes of at most `limit` points of a graph (docs/metrics.md). `moments` are ascending
 * milliseconds.
 */
export function thinned(moments: readonly number[], figures: readonly number[], limit: number): number[] {
  if (moments.length === 0) return [];
  const kept = new Set([0, moments.length - 1]);
  const parts = Math.floor(limit / 2) - 1;
  if (parts > 0) for (const index of extremes(figures, partsOf(moments, parts))) kept.add(index);
  return [...kept].sort((a, b) => a - b);
}

/** Returns the interval number of each point, for at most `most` intervals with points. */
function partsOf(moments: readonly number[], most: number): Int32Array {
  const [first, last] = [moments[0] as number, moments.at(-1) as number];
  const finest = Math.floor((last - first) / (most * 2 ** halvings)) + 1;
  const numbers = new Int32Array(moments.length);
  // Int32Array.from takes several times as long.
  for (let i = 0; i < moments.length; i++) numbers[i] = Math.floor(((moments[i] as number) - first) / finest);
  for (let doublings = 0; ; doublings++) {
    const partOf = (index: number) => (numbers[index] as number) >> doublings;
    let parts = 1;
    for (let i = 1; i < numbers.length; i++) if (partOf(i) !== partOf(i - 1)) parts += 1;
    if (doublings === halvings || parts <= most) return numbers.map((number) => number >> doublings);
  }
}

/** Returns the indexes of the lowest and highest point of each interval, the earliest of equal points. */
function extremes(figures: readonly number[], parts: Int32Array): number[] {
  const indexes: number[] = [];
  const figureAt = (index: number) => figures[index] as number;
  for (let start = 0; start < parts.length;) {
    let [lowest, highest, next] = [start, start, start + 1];
    for (; next < parts.length && parts[next] === parts[start]; next++) {
      if (figureAt(next) < figureAt(lowest)) lowest = next;
      if (figureAt(next) > figureAt(highest)) highest = next;
    }
    indexes.push(lowest, highest);
    start = next;
  }
  return indexes;
}
