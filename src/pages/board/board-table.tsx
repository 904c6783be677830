import { BoardEntry } from '../../leaderboard/board-entry.js';
import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { figureColumn } from '../parts/figures.js';
import { streamerColumn } from '../parts/names/streamer-name.js';
import { SortableColumn, SortedTable } from '../parts/lists/table.js';
import { boardPath, boardRowId, figuresOfMetrics, metrics } from './board-paths.js';
import { BoardQuery } from './board.query.js';
import { Movement } from './movement.js';
import { Sparkline } from './sparkline.js';

interface BoardTableProps {
  entries: readonly BoardEntry[];
  query: BoardQuery;
}

/** The entries of a page. The headings sort. */
export function BoardTable({ entries, query }: BoardTableProps) {
  const columns: readonly SortableColumn<BoardEntry, LeaderboardMetric>[] = [
    { heading: 'Rank', class: 'num rank', show: (_, place) => query.cursor + place + 1 },
    {
      heading: <span class="sr">Movement</span>,
      class: 'moved',
      show: (entry, place) => <Movement entry={entry} rank={query.cursor + place + 1} />,
    },
    streamerColumn,
    {
      heading: 'Last streams, by avg. viewers',
      class: 'last-streams',
      show: ({ recent_viewers }) => <Sparkline values={recent_viewers} />,
    },
    ...metrics.map((metric) => ({
      ...figureColumn(figuresOfMetrics[metric], 'in line', (entry: BoardEntry) => entry[metric]),
      key: metric,
    })),
  ];
  return (
    <SortedTable
      label="Leaderboard"
      columns={columns}
      rows={entries}
      idOf={boardRowId}
      sorted={query.sort}
      pathOf={(sort) => boardPath({ ...query, sort, cursor: 0 })}
    />
  );
}
