import { Game } from '../../games/dto/game.response.js';
import { GamesFigure } from '../../games/game-order.js';
import { Page } from '../../http/lists/page.js';
import { Layout } from '../layout/layout.js';
import { GameName } from '../parts/names/game-name.js';
import { withQuery } from '../parts/names/link.js';
import { ListPanel } from '../parts/lists/list-panel.js';
import { listTitle } from '../parts/lists/list-title.js';
import { SortForm } from '../parts/lists/sort-form.js';
import { Column, counts, DataTable, sortable } from '../parts/lists/table.js';
import { figureColumns, figureNames } from './game-columns.js';

export const gamesPerPage = 50;

interface GamesPageProps {
  games: Page<Game>;
  sort: GamesFigure;
  cursor: number;
}

/** The games of the window. */
export function GamesPage({ games, sort, cursor }: GamesPageProps) {
  const columns: readonly (Column<Game> & { key?: GamesFigure })[] = [
    { heading: 'Rank', class: 'num rank', show: (_, place) => cursor + place + 1 },
    { heading: 'Game', isHead: true, class: 'title', show: ({ name }) => <GameName name={name} /> },
    ...figureColumns,
    {
      key: 'streamer_count',
      ...counts(
        'Streamers',
        ({ streamer_count }) => streamer_count,
        (number) => `${number} streaming`,
      ),
    },
  ];
  const names = { ...figureNames, streamer_count: 'streamers' };
  const pathOf = (figure: GamesFigure, at?: number) =>
    withQuery('/games', { sort: figure === 'watchtime' ? undefined : figure, cursor: at });
  // The API lists games by watchtime only.
  const isOfApi = sort === 'watchtime';
  const data = isOfApi
    ? withQuery('/v1/games', { limit: gamesPerPage, cursor: cursor || undefined })
    : undefined;
  return (
    <Layout
      title={listTitle(`Games by ${names[sort]}, 30 days`, cursor)}
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
        // The API has the order by hours watched only.
        data={sort === 'watchtime' ? data : undefined}
        files={{ of: 'games' }}
        note="A stream counts for its last game. Figures are up to an hour old."
        pages="Pages of games"
        cursor={cursor}
        limit={gamesPerPage}
        list={games}
        before={<SortForm path="/games" chosen={sort} options={Object.entries(names)} />}
        empty={cursor > 0 ? 'This page is past the end of the list.' : 'No games in the last 30 days.'}
        pathAt={(at) => pathOf(sort, at)}
      >
        <DataTable label="Games" columns={sortable(columns, sort, (figure) => pathOf(figure))} rows={games.items} />
      </ListPanel>
    </Layout>
  );
}
