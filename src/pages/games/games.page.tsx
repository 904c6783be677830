import { Game } from '../../games/dto/game.response.js';
import { GamesFigure } from '../../games/game-order.js';
import { Page } from '../../http/page.js';
import { Layout } from '../layout/layout.js';
import { dataForms } from '../parts/data-forms.js';
import { GameName } from '../parts/game-name.js';
import { withQuery } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { listTitle } from '../parts/list-title.js';
import { Column, counts, DataTable, hours, sortable } from '../parts/table.js';

export const gamesPerPage = 50;

interface GamesPageProps {
  games: Page<Game>;
  sort: GamesFigure;
  cursor: number;
}

const figureNames: Readonly<Record<GamesFigure, string>> = {
  watchtime: 'hours watched',
  total_minutes: 'hours streamed',
  avg_viewers: 'average viewers',
  peak_viewers: 'peak viewers',
  stream_count: 'streams',
  streamer_count: 'streamers',
};

/** The games of the window. */
export function GamesPage({ games, sort, cursor }: GamesPageProps) {
  const columns: readonly (Column<Game> & { key?: GamesFigure })[] = [
    { heading: 'Rank', class: 'num rank', show: (_, place) => cursor + place + 1 },
    { heading: 'Game', isHead: true, class: 'title', show: ({ name }) => <GameName name={name} /> },
    {
      key: 'watchtime',
      ...hours(
        'Hours watched',
        ({ watchtime }) => watchtime,
        (number) => `${number} h`,
      ),
    },
    {
      key: 'avg_viewers',
      ...counts(
        'Avg. viewers',
        ({ avg_viewers }) => avg_viewers,
        (number) => `${number} avg`,
      ),
    },
    {
      key: 'peak_viewers',
      ...counts(
        'Peak viewers',
        ({ peak_viewers }) => peak_viewers,
        () => '',
      ),
    },
    {
      key: 'total_minutes',
      ...hours(
        'Hours streamed',
        ({ total_minutes }) => total_minutes,
        () => '',
      ),
    },
    {
      key: 'streamer_count',
      ...counts(
        'Streamers',
        ({ streamer_count }) => streamer_count,
        (number) => `${number} streaming`,
      ),
    },
    {
      key: 'stream_count',
      ...counts(
        'Streams',
        ({ stream_count }) => stream_count,
        () => '',
      ),
    },
  ];
  const pathOf = (figure: GamesFigure, at?: number) =>
    withQuery('/games', { sort: figure === 'watchtime' ? undefined : figure, cursor: at });
  // The API lists games by watchtime only.
  const isOfApi = sort === 'watchtime';
  const data = isOfApi
    ? dataForms('/v1/games', { limit: gamesPerPage, cursor: cursor || undefined }, ['csv'])
    : undefined;
  return (
    <Layout
      title={listTitle(`Games by ${figureNames[sort]}, 30 days`, cursor)}
      description={`${games.total ?? 0} games by hours watched, viewers and streamers in the last 30 days.`}
      path="/games"
      section="Games"
      data={data}
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
        limit={gamesPerPage}
        list={games}
        empty={cursor > 0 ? 'This page is past the end of the list.' : 'No games in the last 30 days.'}
        pathAt={(at) => pathOf(sort, at)}
      >
        <DataTable label="Games" columns={sortable(columns, sort, (figure) => pathOf(figure))} rows={games.items} />
      </ListPanel>
    </Layout>
  );
}
