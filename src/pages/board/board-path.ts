import { withQuery } from '../parts/link.js';
import { BoardQuery } from './board.query.js';

/** The address of the leaderboard with some choices, of which the usual ones are left out. */
export function boardPath({ sort, cursor, days }: BoardQuery): string {
  return withQuery('/', {
    sort: sort === 'watchtime' ? undefined : sort,
    days: days === 30 ? undefined : days,
    cursor: cursor === 0 ? undefined : cursor,
  });
}
