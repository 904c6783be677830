/** A graph of at most this many points can be asked for. */
export const mostPoints = 2_000;

/** How often a part may be halved. */
const halvings = 10;

/**
 * The indexes of the points that a graph keeps if it may have at most `limit` points (docs/decisions/data/graphs.md), in their order. `moments` are in
 * milliseconds, in the order of time. This time is cut into equal parts, of which each keeps the point with the lowest figure and the one
 * with the highest, of equal ones the earliest; the first point and the last of all stay too. The parts are halved as long as that fits.
 */
export function thinned(moments: readonly number[], figures: readonly number[], limit: number): number[] {
  if (moments.length === 0) return [];
  const kept = new Set([0, moments.length - 1]);
  const parts = Math.floor(limit / 2) - 1;
  if (parts > 0) for (const index of extremes(figures, partsOf(moments, parts))) kept.add(index);
  return [...kept].sort((a, b) => a - b);
}

/** The number of each point's part, of at most `most` parts that have a point. */
function partsOf(moments: readonly number[], most: number): Int32Array {
  const [first, last] = [moments[0] as number, moments.at(-1) as number];
  const finest = Math.floor((last - first) / (most * 2 ** halvings)) + 1;
  const numbers = new Int32Array(moments.length);
  // Int32Array.from takes several times as long.
  for (let i = 0; i < moments.length; i++) numbers[i] = Math.floor(((moments[i] as number) - first) / finest);
  // By how many times the finest parts have to be doubled before two neighbors share one.
  const counts = Array<number>(33).fill(0);
  for (let i = 1; i < numbers.length; i++) {
    const doublings = 32 - Math.clz32((numbers[i] as number) ^ (numbers[i - 1] as number));
    counts[doublings] = (counts[doublings] as number) + 1;
  }
  let doublings = 0;
  const countAbove = () => 1 + counts.slice(doublings + 1).reduce((sum, count) => sum + count, 0);
  while (doublings < halvings && countAbove() > most) doublings += 1;
  return numbers.map((number) => number >> doublings);
}

/** The indexes of the earliest lowest and the earliest highest point of each part. */
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
