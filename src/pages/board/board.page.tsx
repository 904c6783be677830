import { fullNumber } from '../../charts/number-labels.js';
import { boardDays } from '../../leaderboard/boards.js';
import { Status } from '../../meta/dto/status.response.js';
import { Layout } from '../layout/layout.js';
import { Choice } from '../parts/choice.js';
import { dataForms } from '../parts/data-forms.js';
import { Link } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { LiveList } from '../parts/live-list.js';
import { Age } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { Stranger } from '../parts/texts.js';
import { boardPath, BoardTable, BoardView } from './board-table.js';

export const entriesPerPage = 50;

/** The leaderboard, the live streams and the age of both. */
export function BoardPage({ view }: { view: BoardView }) {
  const { board, live, status, query } = view;
  const { sort, cursor, days } = query;
  return (
    <Layout
      title="Leaderboard"
      description={`The streamers of the last ${days} days by hours watched, viewers and followers, and live streams.`}
      path="/"
      section="Leaderboard"
    >
      <div class="page-head">
        <h1>Leaderboard</h1>
        <Choice
          label="Range"
          chosen={`${days} days`}
          options={boardDays.map((choice) => ({
            name: `${choice} days`,
            to: boardPath({ sort, cursor: 0, days: choice }),
          }))}
        />
      </div>
      <div class="with-side">
        <ListPanel
          id="board"
          title={`Last ${days} days`}
          data={dataForms(
            '/v1/leaderboard',
            { sort, limit: entriesPerPage, cursor, days: days === 30 ? undefined : days },
            ['csv'],
          )}
          note={<Freshness status={status} days={days} />}
          pages="Pages of the leaderboard"
          cursor={cursor}
          limit={entriesPerPage}
          list={board}
          empty={cursor > 0 ? 'This page is past the end of the leaderboard.' : 'No streamers on the leaderboard yet.'}
          pathAt={(at = 0) => boardPath({ sort, cursor: at, days })}
        >
          <BoardTable view={view} />
        </ListPanel>
        <LiveNow live={live} />
      </div>
    </Layout>
  );
}

/** When the board was computed, and the age of the newest data. */
function Freshness({ status, days }: { status: Status; days: number }) {
  const { leaderboard_refreshed_at: refreshed, newest_data_at: newest, leaderboard_entries: entries } = status;
  if (refreshed === null) return <>The leaderboard has not been computed yet.</>;
  // A refresh may keep the boards of other windows for up to an hour. Their refresh time is not available.
  if (days !== 30) return <>Figures are up to an hour old. Changes are relative to the previous {days} days.</>;
  return (
    <>
      {fullNumber(entries)} streamers, computed <Age at={refreshed} />.{' '}
      {newest === null ? null : (
        <>
          Newest data <Age at={newest} />.
        </>
      )}{' '}
      Changes are relative to the previous 30 days.
    </>
  );
}

/** The live streams with the most viewers. */
function LiveNow({ live }: Pick<BoardView, 'live'>) {
  return (
    <Panel id="live" title="Live now" data={dataForms('/v1/streams/live', {}, ['csv'])}>
      {live.items.length === 0 ? <p class="empty">No live streams.</p> : null}
      <LiveList streams={live.items} about={({ game_name }) => <Stranger text={game_name} empty="No game" />} />
      {live.hasMore ? (
        <p>
          <Link to="/live">All live streams</Link>
        </p>
      ) : null}
    </Panel>
  );
}
