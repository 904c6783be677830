import { GameFigure } from '../../../games/game-order.js';
import { figureColumn } from '../../parts/figures.js';
import { GameName } from '../../parts/names/game-name.js';
import { ListPanel } from '../../parts/lists/list-panel.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { SortableColumn, SortedTable } from '../../parts/lists/table.js';
import { PlayedGame, playedGames } from '../played-games.js';
import { panelFiles, StreamerView, streamsOfRange, viewPath } from '../streamer-view.js';

const gamesPerPage = 12;

const columns: readonly SortableColumn<PlayedGame, GameFigure>[] = [
  { heading: 'Game', isHead: true, show: ({ name }) => <GameName name={name} /> },
  figureColumn('watchtime', 'in line'),
  figureColumn('avg_viewers', 'in line'),
  figureColumn('peak_viewers', 'hidden'),
  figureColumn('total_minutes', 'in line'),
  figureColumn('stream_count', 'hidden'),
];

/** The games of the range. */
export function GamesPanel({ view }: { view: StreamerView }) {
  const { query, outlines } = view;
  const { games: sort, games_cursor: cursor } = query;
  const games = playedGames(outlines, sort);
  const items = games.slice(cursor, cursor + gamesPerPage);
  const pathOf = (figure: GameFigure, at = 0) => viewPath(view, { games: figure, games_cursor: at }, 'games');
  return (
    <ListPanel
      id="games"
      title="Games"
      files={panelFiles(view, 'games')}
      note={`A stream counts for its last game.${newestOnly(outlines)}`}
      wide
      data={streamsOfRange(view)}
      pages="Pages of games"
      cursor={cursor}
      limit={gamesPerPage}
      list={{ items, hasMore: games.length > cursor + gamesPerPage, total: games.length }}
      empty="No streams in this range."
      pathAt={(at) => pathOf(sort, at)}
    >
      <SortedTable label="Games" columns={columns} rows={items} sorted={sort} pathOf={pathOf} param="games" />
    </ListPanel>
  );
}
