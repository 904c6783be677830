import { GameFigure } from '../../games/game-order.js';
import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { withQuery } from '../parts/names/link.js';
import { boardSizes, BoardQuery } from './board.query.js';

/** Returns the path of the leaderboard with the chosen options. Default values are omitted. */
export function boardPath({ sort, cursor, days, limit, game }: BoardQuery): string {
  return withQuery('/', {
    sort: sort === 'watchtime' ? undefined : sort,
    days: days === 30 ? undefined : days,
    game: game || undefined,
    limit: limit === boardSizes[0] ? undefined : limit,
    cursor: cursor || undefined,
  });
}

/** Returns the ID of the row of a streamer on the board. */
export function boardRowId({ id }: { id: string }): string {
  return `streamer-${id}`;
}

/** The figures of a game for metrics of the leaderboard. The board of a game has no followers. */
export const figuresOfGame: Partial<Record<LeaderboardMetric, GameFigure>> = {
  watchtime: 'watchtime',
  averageviewers: 'avg_viewers',
  peakviewers: 'peak_viewers',
};
