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

/** The figures of a window as pages name them, in their order. */
export const shownFigures: readonly ShownFigure[] = [
  { name: 'Average viewers', key: 'avg_viewers', show: showCount },
  { name: 'Peak viewers', key: 'peak_viewers', show: showCount },
  { name: 'Hours streamed', key: 'total_minutes', show: showHours },
  { name: 'Hours watched', key: 'watchtime', show: showHours },
];

/** The last point minus the first one, as the leaderboard has it; null without a point. */
export function gainOf(points: readonly FollowerPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined ? null : last.followers - first.followers;
}
