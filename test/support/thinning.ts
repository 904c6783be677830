/** A point of a graph: milliseconds and a figure. */
export interface GraphPoint {
  at: number;
  figure: number;
}

/** How finely the first parts may be cut. */
const finest = 1024;

/**
 * The rule of docs/metrics.md for thinning points, which are in the order of their time, to at most `limit`; the simplest way to
 * follow it: the parts are tried from the finest on.
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
  throw new Error('The coarsest parts are too many');
}

function grouped(points: readonly GraphPoint[], partOf: (point: GraphPoint) => number): GraphPoint[][] {
  const groups = new Map<number, GraphPoint[]>();
  for (const point of points) groups.set(partOf(point), [...(groups.get(partOf(point)) ?? []), point]);
  return [...groups.values()];
}

/** The earliest of the lowest points of a part, and of the highest. */
function extremes(points: readonly GraphPoint[]): GraphPoint[] {
  const figures = points.map(({ figure }) => figure);
  return [Math.min(...figures), Math.max(...figures)].map(
    (wanted) => points.find(({ figure }) => figure === wanted) as GraphPoint,
  );
}
