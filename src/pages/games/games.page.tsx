import { Game } from '../../games/dto/game.response.js';
import { Page } from '../../http/page.js';
import { Layout } from '../layout/layout.js';
import { dataForms } from '../parts/data-forms.js';
import { GameName } from '../parts/game-name.js';
import { withQuery } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { listTitle } from '../parts/list-title.js';
import { barredHours, Column, counts, DataTable, hours } from '../parts/table.js';

export const gamesPerPage = 50;

/** The games of the window, by hours watched. */
export function GamesPage({ games, cursor }: { games: Page<Game>; cursor: number }) {
  const columns: readonly Column<Game>[] = [
    { heading: 'Rank', class: 'num rank', show: (_, place) => cursor + place + 1 },
    { heading: 'Game', isHead: true, class: 'title', show: ({ name }) => <GameName name={name} /> },
    barredHours('Hours watched', games.items[0]?.watchtime ?? 0, ({ watchtime }) => watchtime),
    hours('Hours streamed', ({ total_minutes }) => total_minutes),
    counts('Avg. viewers', ({ avg_viewers }) => avg_viewers),
    counts('Peak viewers', ({ peak_viewers }) => peak_viewers),
    counts('Streamers', ({ streamer_count }) => streamer_count),
    counts('Streams', ({ stream_count }) => stream_count),
  ];
  const data = dataForms('/v1/games', { limit: gamesPerPage, cursor: cursor || undefined }, ['csv']);
  return (
    <Layout
      title={listTitle('Games by hours watched, 30 days', cursor)}
      description="The games of the last 30 days by hours watched."
      path="/games"
      section="Games"
      data={data}
    >
      <h1 class="sr">Games</h1>
      <ListPanel
        id="games"
        title="Games of the last 30 days"
        data={data}
        note="By hours watched. Figures are up to an hour old."
        pages="Pages of games"
        cursor={cursor}
        limit={gamesPerPage}
        list={games}
        empty={cursor > 0 ? 'The list ends before this page.' : 'No games in the last 30 days.'}
        pathAt={(at) => withQuery('/games', { cursor: at })}
      >
        <DataTable label="Games" columns={columns} rows={games.items} />
      </ListPanel>
    </Layout>
  );
}
