import { greatest, least } from 'd3-array';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import type { Point } from '../../../charts/series.js';
import { maxOutlines } from '../../../streams/detail/streams.service.js';

const valueOf = ({ value }: Point) => value ?? 0;

/** Returns about `most` points: the first, lowest and highest point of each section, and the last point of all. */
export function thinPoints(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const size = Math.ceil((points.length * 3) / most);
  const kept = new Set<Point>();
  for (let start = 0; start < points.length; start += size) {
    const part = points.slice(start, start + size);
    const known = part.filter(({ value }) => value !== null);
    const ends = [part[0], least(known, valueOf), greatest(known, valueOf)];
    for (const point of ends) if (point) kept.add(point);
  }
  const last = points.at(-1);
  if (last) kept.add(last);
  return points.filter((point) => kept.has(point));
}

/** Writes that a panel has the newest streams only; empty for lists of streams that are complete. */
export function newestOnly(...lists: readonly (readonly unknown[])[]): string {
  const isCut = lists.some(({ length }) => length >= maxOutlines);
  return isCut ? ` Only the newest ${fullNumber(maxOutlines)} streams of a streamer.` : '';
}
