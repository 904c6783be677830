import { fullNumber } from '../../charts/labels/number-labels.js';
import { GameDetail } from '../../games/dto/game-detail.response.js';
import { GameFigure } from '../../games/game-order.js';
import { Page } from '../../http/lists/page.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { boardDays } from '../../leaderboard/boards.js';
import { Status } from '../../meta/dto/status.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { gameCall, GameStreamers, streamersOf } from '../games/game-streamers.js';
import { Layout } from '../layout/layout.js';
import { Choice } from '../parts/panels/choice.js';
import { withQuery } from '../parts/names/link.js';
import { GameName } from '../parts/names/game-name.js';
import { ListPanel } from '../parts/lists/list-panel.js';
import { Age } from '../parts/moments.js';
import type { Files } from '../parts/panels/share.js';
import { BoardSentence } from '../sentences/board-sentence.js';
import { BoardFilters } from './board-filters.js';
import { boardPath, boardTitle, gameFigureOf, metrics } from './board-paths.js';
import { BoardTable } from './board-table.js';
import { BoardQuery } from './board.query.js';
import { LiveStrip } from './live-strip.js';

/** The data of the leaderboard page. */
export interface BoardView {
  query: BoardQuery;
  /** The streamers of all games; null if a game is selected. */
  board: Page<BoardEntry> | null;
  /** The selected game. */
  game: GameDetail | null;
  /** The games to choose from. */
  games: readonly string[];
  live: Page<LiveStream>;
  status: Status;
}

/** The live streams and the leaderboard. */
export function BoardPage({ view }: { view: BoardView }) {
  const { query, live, game, board } = view;
  const { days, game: name } = query;
  return (
    <Layout
      title={boardTitle(query)}
      description={`${countOf(view)} by hours watched, viewers and followers in the last ${days} days, and who is live now.`}
      path="/"
      section="Leaderboard"
      data={callOf(query)}
      csv={name === ''}
    >
      <div class="page-head">
        <h1>Leaderboard</h1>
        {name === '' ? (
          <Choice
            label="Range"
            chosen={`${days} days`}
            options={boardDays.map((choice) => ({
              name: `${choice} days`,
              to: boardPath({ ...query, cursor: 0, days: choice }),
            }))}
          />
        ) : null}
      </div>
      {board === null ? null : <BoardSentence entries={board.items} query={query} />}
      <LiveStrip live={live} />
      <ListPanel
        id="board"
        title={countOf(view)}
        about="rank"
        data={callOf(query)}
        files={filesOf(query)}
        note={<Freshness view={view} />}
        pages="Pages of the leaderboard"
        cursor={query.cursor}
        limit={query.limit}
        list={game ? streamersOf(game, query.cursor) : (board ?? noEntries)}
        empty="No streamers on the leaderboard yet."
        before={<BoardFilters query={query} games={view.games} />}
        after={board && `▲▼ against the ${days} days before; “new”: no stream then`}
        pathAt={(cursor = 0) => boardPath({ ...query, cursor })}
      >
        {game ? <GameBoard game={game} query={query} /> : <BoardTable entries={board?.items ?? []} query={query} />}
      </ListPanel>
    </Layout>
  );
}

const noEntries = { items: [], hasMore: false };

function countOf({ board, game }: BoardView): string {
  const count = game?.streamer_count ?? board?.total ?? 0;
  return count === 1 ? '1 streamer' : `${fullNumber(count)} streamers`;
}

function GameBoard({ game, query }: { game: GameDetail; query: BoardQuery }) {
  const pathOf = (figure: GameFigure) => {
    const metric = metrics.find((one) => gameFigureOf(one) === figure);
    return metric && boardPath({ ...query, sort: metric, cursor: 0 });
  };
  const { sort, cursor } = query;
  return (
    <GameStreamers
      streamers={game.streamers}
      cursor={cursor}
      sort={gameFigureOf(sort) ?? 'watchtime'}
      pathOf={pathOf}
    />
  );
}

/** Returns the API call for the entries of the page, if the API has them. */
function callOf({ sort, cursor, days, limit, game }: BoardQuery): string | undefined {
  if (game !== '') return gameCall(game, sort, cursor, limit);
  return withQuery('/v1/leaderboard', { sort, limit, cursor, days: days === 30 ? undefined : days });
}

/** What the figures cover, when the board was computed, and the age of the newest data. */
function Freshness({ view: { game, status, query } }: { view: BoardView }) {
  const { leaderboard_refreshed_at: refreshed, newest_data_at: newest } = status;
  if (game) {
    return (
      <>
        Only streams of <GameName name={game.name} /> in the last 30 days. Figures are up to an hour old.
      </>
    );
  }
  if (refreshed === null) return <>The leaderboard has not been computed yet.</>;
  // A refresh may keep the boards of other windows for up to an hour. Their refresh time is not available.
  if (query.days !== 30) return <>Figures are up to an hour old.</>;
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

/** Returns the files of the panel: the board, or the streamers of a game. */
function filesOf({ sort, days, game }: BoardQuery): Files {
  return game === ''
    ? { of: 'leaderboard', query: { sort, days } }
    : { of: `games/${encodeURIComponent(game)}/streamers` };
}
