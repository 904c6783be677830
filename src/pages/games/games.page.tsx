import { Game } from '../../games/dto/game.response.js';
import { GamesFigure } from '../../games/game-order.js';
import { Page } from '../../http/lists/page.js';
import { Layout } from '../layout/layout.js';
import { figureColumn, shownFigures } from '../parts/figures.js';
import { GameName } from '../parts/names/game-name.js';
import { withQuery } from '../parts/names/link.js';
import { ListForm } from '../parts/lists/list-form.js';
import { ListPanel, listTitle } from '../parts/lists/list-panel.js';
import { sizeSelect } from '../parts/lists/list.query.js';
import { SortableColumn, SortedTable, sortSelect } from '../parts/lists/table.js';
import { gameColumns, sortedPath } from './game-streamers.js';
import { GamesPageQuery } from './games.query.js';

/** The games of the window. */
export function GamesPage({ games, query }: { games: Page<Game>; query: GamesPageQuery }) {
  const { sort, cursor, limit } = query;
  const columns: readonly SortableColumn<Game, GamesFigure>[] = [
    { heading: 'Rank', class: 'num rank', show: (_, place) => cursor + place + 1 },
    { heading: 'Game', isHead: true, class: 'title', show: ({ name }) => <GameName name={name} /> },
    ...gameColumns,
    figureColumn('streamer_count', 'in line'),
  ];
  const pathOf = (figure: GamesFigure, at?: number) => sortedPath('/games', figure, limit, at);
  // The API lists games by watchtime only.
  const data = sort === 'watchtime' ? withQuery('/v1/games', { limit, cursor: cursor || undefined }) : undefined;
  return (
    <Layout
      title={listTitle(`Games by ${shownFigures[sort].name.toLowerCase()}, 30 days`, cursor)}
      description={`${games.total ?? 0} games by hours watched, viewers and streamers in the last 30 days.`}
      path="/games"
      section="Games"
      data={data}
      csv
    >
      <div class="page-head">
        <h1>Games</h1>
      </div>
      <ListPanel
        id="games"
        title="The last 30 days"
        data={data}
        files={{ of: 'games' }}
        note="A stream counts for its last game. Figures are up to an hour old."
        pages="Pages of games"
        cursor={cursor}
        limit={limit}
        list={games}
        before={<ListForm path={pathOf(sort)} selects={[sortSelect(columns, sort), sizeSelect(limit)]} />}
        empty="No games in the last 30 days."
        pathAt={(at) => pathOf(sort, at)}
      >
        <SortedTable label="Games" columns={columns} rows={games.items} sorted={sort} pathOf={pathOf} />
      </ListPanel>
    </Layout>
  );
}
