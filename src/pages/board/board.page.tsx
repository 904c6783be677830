import { countText } from '../../charts/labels/number-labels.js';
import { defaultDays } from '../../figures/windows.js';
import { Page } from '../../http/lists/page.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { boardDays } from '../../leaderboard/boards.js';
import { LeaderboardQuery } from '../../leaderboard/dto/leaderboard.query.js';
import { Status } from '../../meta/dto/status.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { boardColumns, rankItems } from '../columns/streamers.js';
import { shownFigures } from '../parts/figures.js';
import { ListPage } from '../parts/lists/list-page.js';
import { Age } from '../parts/moments.js';
import { pathTo } from '../parts/names/link.js';
import { Choice } from '../parts/panels/choice.js';
import { BoardSentence } from '../sentences/board-sentence.js';
import { boardRowId, figuresOfMetrics } from './board-figures.js';
import { BoardQuery } from './board.query.js';
import { LiveStrip } from './live-strip.js';

/** The data of the leaderboard page. */
interface BoardPageProps {
  query: BoardQuery;
  board: Page<BoardEntry>;
  live: Page<LiveStream>;
  status: Status;
}

/** The live streams and the leaderboard. */
export function BoardPage({ query, board, live, status }: BoardPageProps) {
  const { sort, cursor, days, limit } = query;
  const counted = countText(board.total ?? 0, 'streamer');
  const ranges = boardDays.map((choice) => ({
    name: `${choice} days`,
    to: pathTo('/', { sort, days: choice, limit }, new BoardQuery()),
  }));
  return (
    <ListPage
      page={{
        title: `Leaderboard by ${shownFigures[figuresOfMetrics[sort]].name.toLowerCase()}, ${days} days`,
        description: `${counted} by hours watched, viewers and followers in the last ${days} days, and who is live now.`,
        ...{ path: '/', section: 'Leaderboard' },
      }}
      heading="Leaderboard"
      choice={<Choice label="Range" chosen={`${days} days`} options={ranges} />}
      call={pathTo('/v1/leaderboard', { sort, limit, cursor, days }, { days: new LeaderboardQuery().days })}
      panel={{ id: 'board', title: counted, about: 'rank', note: <Freshness status={status} days={days} /> }}
      file={{ of: 'leaderboard', query: { sort, days } }}
      {...{
        label: 'Leaderboard',
        columns: boardColumns,
        list: rankItems(board, cursor),
        query,
        limit,
        defaults: new BoardQuery(),
        sorted: sort,
      }}
      idOf={boardRowId}
      empty="No streamers on the leaderboard yet."
      after={`▲▼ against the ${days} days before; “new”: no stream then`}
    >
      <BoardSentence entries={board.items} query={query} />
      <LiveStrip live={live} />
    </ListPage>
  );
}

/** When the board was computed, and the age of the newest data. */
function Freshness({ status, days }: { status: Status; days: number }) {
  const { leaderboard_refreshed_at: refreshed, newest_data_at: newest } = status;
  if (refreshed === null) return <>The leaderboard has not been computed yet.</>;
  // A refresh may keep the boards of other windows for up to an hour. Their refresh time is not available.
  if (days !== defaultDays) return <>Figures are up to an hour old.</>;
  return (
    <>
      Computed <Age at={refreshed} />.{' '}
      {newest === null ? null : (
        <>
          Newest data <Age at={newest} />.
        </>
      )}
    </>
  );
}
