import { playedColumns } from '../../columns/games.js';
import { maxStreams, streamsTable } from '../../downloads/file-table.js';
import { PagedTable } from '../../parts/lists/paged-table.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { playedGames } from '../played-games.js';
import { StreamerPanel, streamsOfRange, viewPath } from '../streamer-view.js';

const gamesPerPage = 12;

/** The games of the range. */
export const playedGamesPanel: StreamerPanel = {
  id: 'games',
  title: 'Games',
  about: 'game',
  wide: true,
  hasData: ({ outlines }) => outlines.length > 0,
  empty: 'No streams in this range.',
  show: (view) => {
    const { games: sorted, games_cursor: cursor } = view.query;
    const games = playedGames(view.outlines, sorted);
    const items = games.slice(cursor, cursor + gamesPerPage);
    return {
      note: `A stream counts for its last game.${newestOnly(view.outlines)}`,
      children: (
        <PagedTable
          {...{ label: 'Games', columns: playedColumns, cursor, limit: gamesPerPage, sorted, param: 'games' }}
          list={{ items, hasMore: games.length > cursor + gamesPerPage, total: games.length }}
          pathOf={({ sort = sorted, cursor: at = 0 }) => `${viewPath(view, { games: sort, games_cursor: at })}#games`}
        />
      ),
    };
  },
  call: streamsOfRange,
  file: (source, { name, window }) =>
    streamsTable(playedColumns, async () => {
      // Throws a NotFoundException for an unknown streamer.
      await source.streamer.findId(name);
      const outlines = await source.streams.listOutlines(name, window, maxStreams);
      return { rows: playedGames(outlines, 'watchtime'), lists: [outlines] };
    }),
};
