import { GameName } from '../parts/game-name.js';
import { Game } from '../../games/dto/game.response.js';
import { Page } from '../../http/page.js';
import { Layout } from '../layout/layout.js';
import { Bar } from '../parts/bar.js';
import { DataTable } from '../parts/data-table.js';
import { dataForms } from '../parts/data-forms.js';
import { withQuery } from '../parts/link.js';
import { Count, Hours } from '../parts/numbers.js';
import { Paging } from '../parts/paging.js';
import { Panel } from '../parts/panel.js';

export const gamesPerPage = 50;

const headings = [
  '#Rank',
  'Game',
  '#Hours watched',
  '#Hours streamed',
  '#Avg. viewers',
  '#Peak viewers',
  '#Streamers',
  '#Streams',
];

/** The games of the window by hours watched. */
export function GamesPage({ games, cursor }: { games: Page<Game>; cursor: number }) {
  const { items, hasMore } = games;
  const largest = items[0]?.watchtime ?? 0;
  const data = dataForms('/v1/games', { limit: gamesPerPage, cursor: cursor === 0 ? undefined : cursor }, ['csv']);
  return (
    <Layout title="Games" description="The games of the last 30 days by hours watched." path="/games" section="Games">
      <h1 class="sr">Games</h1>
      <Panel
        id="games"
        title="Games of the last 30 days"
        data={data}
        note="By hours watched. Figures are up to an hour old."
      >
        {items.length === 0 ? (
          <p class="empty">
            {cursor > 0 ? 'The list ends before this page.' : 'No stream of the last 30 days has a game.'}
          </p>
        ) : (
          <DataTable label="Games" headings={headings}>
            {items.map((game, i) => (
              <tr key={game.name}>
                <td class="num rank">{cursor + i + 1}</td>
                <th scope="row" class="title">
                  <GameName name={game.name} />
                </th>
                <td class="num sorted">
                  <Bar value={game.watchtime} largest={largest} />
                  <Hours minutes={game.watchtime} />
                </td>
                <td class="num">
                  <Hours minutes={game.total_minutes} />
                </td>
                <td class="num">
                  <Count value={game.avg_viewers} />
                </td>
                <td class="num">
                  <Count value={game.peak_viewers} />
                </td>
                <td class="num">
                  <Count value={game.streamer_count} />
                </td>
                <td class="num">
                  <Count value={game.stream_count} />
                </td>
              </tr>
            ))}
          </DataTable>
        )}
        <Paging
          label="Pages of games"
          cursor={cursor}
          shown={items.length}
          limit={gamesPerPage}
          hasMore={hasMore}
          pathAt={(at) => withQuery('/games', { cursor: at === 0 ? undefined : at })}
        />
      </Panel>
    </Layout>
  );
}
