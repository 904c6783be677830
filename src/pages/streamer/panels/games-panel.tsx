import { GameName } from '../../parts/names/game-name.js';
import { ListPanel } from '../../parts/lists/list-panel.js';
import { Column, counts, DataTable, hours, sortable } from '../../parts/lists/table.js';
import { PlayedGame, playedGames } from '../played-games.js';
import { GameSort } from '../streamer.query.js';
import { filesOf, StreamerView, streamsOfRange, viewPath } from '../streamer-view.js';

const gamesPerPage = 12;

const columns: readonly (Column<PlayedGame> & { key?: GameSort })[] = [
  { heading: 'Game', isHead: true, show: ({ name }) => <GameName name={name} /> },
  {
    key: 'watchtime',
    ...hours(
      'Hours watched',
      ({ watchtime }) => watchtime,
      (number) => `${number} h watched`,
    ),
  },
  {
    key: 'viewers',
    ...counts(
      'Avg. viewers',
      ({ viewers }) => viewers,
      (number) => `${number} avg`,
    ),
  },
  {
    key: 'peak',
    ...counts(
      'Peak',
      ({ peak }) => peak,
      () => '',
    ),
  },
  {
    key: 'minutes',
    ...hours(
      'Hours streamed',
      ({ minutes }) => minutes,
      (number) => `${number} h live`,
    ),
  },
  {
    key: 'streams',
    ...counts(
      'Streams',
      ({ streams }) => streams,
      () => '',
    ),
  },
];

/** The games of the range. */
export function GamesPanel({ view }: { view: StreamerView }) {
  const { query, outlines } = view;
  const { games: sort, games_cursor: cursor } = query;
  const games = playedGames(outlines, sort);
  const items = games.slice(cursor, cursor + gamesPerPage);
  const pathOf = (figure: GameSort, at = 0) => viewPath(view, { games: figure, games_cursor: at }, 'games');
  return (
    <ListPanel
      id="games"
      title="Games"
      files={filesOf(view, 'games')}
      note="A stream counts for its last game."
      wide
      data={streamsOfRange(view)}
      pages="Pages of games"
      cursor={cursor}
      limit={gamesPerPage}
      list={{ items, hasMore: games.length > cursor + gamesPerPage, total: games.length }}
      empty={cursor > 0 ? 'This page is past the end of the list.' : 'No streams in this range.'}
      pathAt={(at) => pathOf(sort, at)}
    >
      <DataTable label="Games" sortLinks columns={sortable(columns, sort, (figure) => pathOf(figure))} rows={items} />
    </ListPanel>
  );
}
