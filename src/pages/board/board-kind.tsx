import { boardGroup } from '../../leaderboard/boards.js';
import { boardColumns, rankItems } from '../columns/streamers.js';
import { listTable } from '../downloads/file-table.js';
import { ofOneBoard } from '../downloads/one-board.js';
import { ListKind } from '../kinds/page-kind.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { BoardPage } from './board.page.js';
import { BoardQuery } from './board.query.js';
import { FirstStepsPage } from './first-steps.page.js';
import { liveLoaded } from './live-now.js';

export const boardKind: ListKind<BoardQuery> = {
  ...{
    path: 'leaderboard',
    pageQuery: BoardQuery,
    failure: 'Failed to show the leaderboard',
    group: boardGroup,
    months: '/leaderboard',
  },
  source: ListSources,
  show: async ({ leaderboard, streams, meta, config, collector }, _params, query) => {
    const { cursor, limit } = query;
    const [list, live, watched, { newest }, months, languages, platforms] = await Promise.all([
      leaderboard.findBoard({ ...BoardQuery.toList(query), cursor, limit }),
      streams.listLive(liveLoaded, 0),
      streams.sumViewers(),
      meta.findDataState(),
      leaderboard.listMonths(),
      leaderboard.listLanguages(),
      meta.listPlatforms(),
    ]);
    if (platforms.length === 0) {
      const { platforms: collected, collector_failures: failures } = await meta.findStatus();
      return <FirstStepsPage {...{ config, collected, failures }} refusal={collector.refusal} />;
    }
    return <BoardPage {...{ query, list, live, watched, newest, months, languages, platforms }} />;
  },
  list: {
    name: 'leaderboard',
    open: ({ leaderboard }, query) => {
      const table = listTable(boardColumns, async (limit, cursor) =>
        rankItems(await leaderboard.findBoard({ ...BoardQuery.toList(query), limit, cursor }), cursor),
      );
      return ofOneBoard(leaderboard, query, table);
    },
  },
};
