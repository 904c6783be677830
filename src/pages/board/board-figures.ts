import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { FigureKey } from '../parts/figures.js';

/** The figures of the metrics of the leaderboard. */
export const figuresOfMetrics = {
  watchtime: 'watchtime',
  averageviewers: 'avg_viewers',
  peakviewers: 'peak_viewers',
  followers: 'followers',
  followergain: 'followergain',
} as const satisfies Record<LeaderboardMetric, FigureKey>;

/** The metrics in the order of the columns. */
export const metrics = Object.keys(figuresOfMetrics) as LeaderboardMetric[];

/** Returns the ID of the row of a streamer on the board. */
export function boardRowId({ id }: { id: string }): string {
  return `streamer-${id}`;
}
