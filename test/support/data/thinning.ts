/** A point of a graph: time in milliseconds and a figure. */
export interface GraphPoint {
  at: number;
  figure: number;
}

/** Level of the finest parts. */
const finest = 1024;

/**
 * Thins points to at most `limit` by the rule of docs/metrics.md, in the simplest way: tries each size of parts, from the
 * finest on. The points must be in order of time.
 */
export function thinnedPoints(points: readonly GraphPoint[], limit: number): GraphPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ends = new Set([first, last]);
  const parts = Math.floor((limit - 2) / 2);
  if (parts === 0) return [...ends];
  const shortest = Math.floor((last.at - first.at) / (parts * finest)) + 1;
  for (let pieces = 1; pieces <= finest; pieces *= 2) {
    const byPart = grouped(points, ({ at }) => Math.floor((at - first.at) / (shortest * pieces)));
    if (byPart.length > parts) continue;
    const kept = new Set([...ends, ...byPart.flatMap(extremes)]);
    return points.filter((point) => kept.has(point));
  }
  throw new Error('Even the coarsest parts exceed the limit');
}

function grouped(points: readonly GraphPoint[], partOf: (point: GraphPoint) => number): GraphPoint[][] {
  const groups = new Map<number, GraphPoint[]>();
  for (const point of points) groups.set(partOf(point), [...(groups.get(partOf(point)) ?? []), point]);
  return [...groups.values()];
}

/** The earliest lowest and the earliest highest point of a part. */
function extremes(points: readonly GraphPoint[]): GraphPoint[] {
  const figures = points.map(({ figure }) => figure);
  return [Math.min(...figures), Math.max(...figures)].map(
    (wanted) => points.find(({ figure }) => figure === wanted) as GraphPoint,
  );
}
