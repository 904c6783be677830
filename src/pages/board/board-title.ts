import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { listTitle } from '../parts/list-title.js';
import { BoardQuery } from './board.query.js';

const metrics: Readonly<Record<LeaderboardMetric, string>> = {
  watchtime: 'hours watched',
  averageviewers: 'average viewers',
  peakviewers: 'peak viewers',
  followers: 'followers',
  followergain: 'followers gained',
};

/** Returns the title of a view of the leaderboard: Leaderboard by followers, 90 days, from 51. */
export function boardTitle({ sort, days, cursor }: BoardQuery): string {
  return listTitle(`Leaderboard by ${metrics[sort]}, ${days} days`, cursor);
}
