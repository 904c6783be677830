import { Page } from '../../http/lists/page.js';
import { GameStreamer } from '../../games/dto/game-streamer.response.js';
import { GameDetail } from '../../games/dto/game-detail.response.js';
import { GameFigure, rankedGameStreamers } from '../../games/game-order.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { figureColumn } from '../parts/figures.js';
import { withQuery } from '../parts/names/link.js';
import { defaultSize } from '../parts/lists/list.query.js';
import { streamerColumn } from '../parts/names/streamer-name.js';
import { SortableColumn, SortedTable } from '../parts/lists/table.js';

/** The columns of a game's figures. */
export const gameColumns: readonly SortableColumn<WindowFigures, GameFigure>[] = [
  figureColumn('watchtime', 'in line'),
  figureColumn('avg_viewers', 'in line'),
  figureColumn('peak_viewers', 'in line'),
  figureColumn('total_minutes', 'hidden'),
  figureColumn('stream_count', 'hidden'),
];

interface GameStreamersProps {
  streamers: readonly GameStreamer[];
  cursor: number;
  sort: GameFigure;
  /** Returns the path of the list by a figure; undefined if the page cannot sort by the figure. */
  pathOf: (figure: GameFigure) => string | undefined;
}

/** The streamers of a game with their figures for this game. The headings sort. */
export function GameStreamers({ streamers, cursor, sort, pathOf }: GameStreamersProps) {
  const columns: readonly SortableColumn<GameStreamer, GameFigure>[] = [
    { heading: 'Rank', class: 'num rank', show: (_, place) => cursor + place + 1 },
    streamerColumn,
    ...gameColumns,
  ];
  return <SortedTable label="Streamers" columns={columns} rows={streamers} sorted={sort} pathOf={pathOf} />;
}

/** Returns the path of a list by a figure. Default values are omitted. */
export function sortedPath(path: string, figure: string, limit: number, cursor?: number): string {
  const sort = figure === 'watchtime' ? undefined : figure;
  return withQuery(path, { sort, limit: limit === defaultSize ? undefined : limit, cursor });
}

/** Returns the API call for a page of a game's streamers. The API has the first page by watchtime only. */
export function gameCall(name: string, sort: string, cursor: number, limit: number): string | undefined {
  const isFirst = sort === 'watchtime' && cursor === 0;
  return isFirst ? withQuery(`/v1/games/${encodeURIComponent(name)}`, { limit }) : undefined;
}

/** Returns the page of a game's streamers. A refresh ranks a limited number of streamers. */
export function streamersOf({ streamers, streamer_count }: GameDetail, cursor: number): Page<GameStreamer> {
  const total = Math.min(streamer_count, rankedGameStreamers);
  const nextCursor = cursor + streamers.length;
  return { items: streamers, hasMore: streamers.length > 0 && nextCursor < total, nextCursor, total };
}
