import type { JSX } from 'preact';
import { LeaderboardEntry } from '../../leaderboard/dto/leaderboard-page.response.js';
import { LeaderboardMetric } from '../../leaderboard/leaderboard-metric.js';
import { Count, Gain, Hours } from '../parts/numbers.js';

export interface BoardFigure {
  metric: LeaderboardMetric;
  heading: string;
  show: (value: number) => JSX.Element;
}

/** The columns of the board, in their order. */
export const boardFigures: readonly BoardFigure[] = [
  { metric: 'watchtime', heading: 'Hours watched', show: (value) => <Hours minutes={value} /> },
  { metric: 'averageviewers', heading: 'Avg. viewers', show: (value) => <Count value={value} /> },
  { metric: 'peakviewers', heading: 'Peak viewers', show: (value) => <Count value={value} /> },
  { metric: 'followers', heading: 'Followers', show: (value) => <Count value={value} /> },
  { metric: 'followergain', heading: 'Gained', show: (value) => <Gain value={value} /> },
];

/** The largest value of a page, which its bars are measured by. */
export function largestOf(items: readonly LeaderboardEntry[], metric: LeaderboardMetric): number {
  return Math.max(0, ...items.map((entry) => entry[metric]));
}
