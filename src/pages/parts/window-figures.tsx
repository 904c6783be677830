import type { JSX } from 'preact';
import { FollowerPoint } from '../../streamer/dto/follower-point.response.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { Count, Hours } from './numbers.js';

interface ShownFigure {
  name: string;
  key: keyof WindowFigures;
  show: (value: number) => JSX.Element;
}

export const showCount = (value: number) => <Count value={value} />;
export const showHours = (minutes: number) => <Hours minutes={minutes} />;

/** The figures of a window with their names on pages. */
export const shownFigures: readonly ShownFigure[] = [
  { name: 'Average viewers', key: 'avg_viewers', show: showCount },
  { name: 'Peak viewers', key: 'peak_viewers', show: showCount },
  { name: 'Hours streamed', key: 'total_minutes', show: showHours },
  { name: 'Hours watched', key: 'watchtime', show: showHours },
];

/** Returns the last point minus the first point, like the leaderboard; null without points. */
export function gainOf(points: readonly FollowerPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined ? null : last.followers - first.followers;
}
