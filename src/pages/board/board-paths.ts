import { GameFigure, gameFigures } from '../../games/game-order.js';
import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { FigureKey, shownFigures } from '../parts/figures.js';
import { defaultSize } from '../parts/lists/list.query.js';
import { listTitle } from '../parts/lists/list-panel.js';
import { withQuery } from '../parts/names/link.js';
import { BoardQuery } from './board.query.js';

/** Returns the path of the leaderboard with the chosen options. Default values are omitted. */
export function boardPath({ sort, cursor, days, limit, game }: BoardQuery): string {
  return withQuery('/', {
    sort: sort === 'watchtime' ? undefined : sort,
    days: days === 30 ? undefined : days,
    game: game || undefined,
    limit: limit === defaultSize ? undefined : limit,
    cursor: cursor || undefined,
  });
}

/** Returns the ID of the row of a streamer on the board. */
export function boardRowId({ id }: { id: string }): string {
  return `streamer-${id}`;
}

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

/** Returns the figure of a game for a metric. The board of a game has no followers. */
export function gameFigureOf(metric: LeaderboardMetric): GameFigure | undefined {
  return gameFigures.find((figure) => figure === figuresOfMetrics[metric]);
}

/** Returns the title of a view of the leaderboard: Leaderboard of Chess by average viewers, 30 days, from 26. */
export function boardTitle({ sort, days, cursor, game }: BoardQuery): string {
  const what = game === '' ? 'Leaderboard' : `Leaderboard of ${game}`;
  return listTitle(`${what} by ${shownFigures[figuresOfMetrics[sort]].name.toLowerCase()}, ${days} days`, cursor);
}
