import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { listTitle } from '../parts/lists/list-title.js';
import { BoardQuery } from './board.query.js';

const metrics: Readonly<Record<LeaderboardMetric, string>> = {
  watchtime: 'hours watched',
  averageviewers: 'average viewers',
  peakviewers: 'peak viewers',
  followers: 'followers',
  followergain: 'followers gained',
};

/** Returns the title of a view of the leaderboard: Leaderboard of Chess by average viewers, 30 days, from 26. */
export function boardTitle({ sort, days, cursor, game }: BoardQuery): string {
  const what = game === '' ? 'Leaderboard' : `Leaderboard of ${game}`;
  return listTitle(`${what} by ${metrics[sort]}, ${days} days`, cursor);
}
