import { countText } from '../../charts/labels/number-labels.js';
import { searchedGames } from '../../games/game-order.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { BoardKnownSince, citeBoard, monthSpan } from '../board/known-board.js';
import { defaultDays } from '../../figures/windows.js';
import { BoardQuery } from '../board/board.query.js';
import { gameColumns, rankedGameColumns } from '../columns/games.js';
import { rankItems } from '../columns/streamers.js';
import { listTable, rowsTable } from '../downloads/file-table.js';
import { ofOneBoard } from '../downloads/one-board.js';
import { ListKind } from '../kinds/page-kind.js';
import { shownFigures } from '../parts/figures.js';
import { ListPage } from '../parts/lists/list-page.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { monthSelect } from '../parts/lists/selects.js';
import { pathTo } from '../parts/names/link.js';
import { plainText } from '../../streams/shown-text.js';
import { GamesPageQuery } from './games.query.js';

/** The games of a window. */
export const gamesKind: ListKind<GamesPageQuery> = {
  ...{
    path: 'games',
    pageQuery: GamesPageQuery,
    failure: 'Failed to show the games',
    group: boardGroup,
    months: '/games',
  },
  source: ListSources,
  show: async ({ games, leaderboard }, _params, query) => {
    const { sort, cursor, limit } = query;
    const { month } = BoardQuery.toList({ ...query, sort: 'watchtime' });
    const [list, months, board] = await Promise.all([
      games.list(limit, cursor, sort, month),
      leaderboard.listMonths(),
      leaderboard.findSummary(month ?? defaultDays),
    ]);
    const by = `Games by ${shownFigures[sort].name.toLowerCase()}`;
    const [first] = list.items;
    const span = month === undefined ? 'the last 30 days' : monthSpan(month, board);
    return (
      <ListPage
        page={{
          title: `${by}, ${month === undefined ? '30 days' : span}`,
          description: `${countText(list.total ?? 0, 'game')} by hours watched, viewers and streamers in ${span}.`,
          ...{ path: '/games', section: 'Games' },
        }}
        heading="Games"
        choice={board && <BoardKnownSince board={board} />}
        // The API lists games by watchtime only.
        call={sort === 'watchtime' ? pathTo('/v1/games', { limit, cursor, month }, { cursor: 0 }) : undefined}
        panel={{
          ...{ id: 'games', title: month === undefined ? 'The last 30 days' : span, about: 'game' },
          note: 'A stream counts for its last game. Figures are up to an hour old.',
        }}
        file={{ of: 'games', query: { month } }}
        citation={citeBoard({
          ...{ board, range: month ?? String(defaultDays), name: by, figure: sort, cursor },
          counted: countText(list.total ?? 0, 'game'),
          first: first && { name: plainText(first.name), value: first[sort] },
        })}
        {...{
          label: 'Games',
          columns: rankedGameColumns,
          list: rankItems(list, cursor),
          query: Object.assign(new GamesPageQuery(), { sort, cursor, limit, month }),
          limit,
          defaults: new GamesPageQuery(),
          sorted: sort,
          selects: [monthSelect(months, month)],
        }}
        empty={`No games in ${span}.`}
      />
    );
  },
  list: {
    name: 'games',
    open: ({ games, leaderboard }, { q, ...query }) => {
      if (q !== '') return rowsTable(gameColumns, () => games.listNamed(q, searchedGames));
      const table = listTable(rankedGameColumns, async (limit, cursor) =>
        rankItems(await games.list(limit, cursor, 'watchtime', BoardQuery.toList(query).month), cursor),
      );
      return ofOneBoard(leaderboard, query, table);
    },
  },
};
