import type { JSX } from 'preact';
import { roundedQuotient, shortNumber } from '../../charts/labels/number-labels.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { Gain } from '../parts/numbers.js';
import { StreamerName } from '../parts/names/streamer-name.js';
import { Column, DataTable, sortable } from '../parts/lists/table.js';
import { showCount, showHours } from '../parts/window-figures.js';
import { boardPath, boardRowId } from './board-paths.js';
import { BoardQuery } from './board.query.js';
import { Movement } from './movement.js';
import { Sparkline } from './sparkline.js';

interface BoardFigure {
  metric: LeaderboardMetric;
  heading: string;
  /** The figure in a sentence, after its value. */
  words: string;
  show: (value: number | null) => JSX.Element;
  /** Writes the figure for the second line of a row on phones. */
  write?: (value: number) => string;
}

/** The figures of the board. */
export const boardFigures: readonly BoardFigure[] = [
  {
    metric: 'watchtime',
    heading: 'Hours watched',
    words: 'hours watched',
    show: showHours,
    write: (minutes) => `${shortNumber(roundedQuotient(minutes, 60))} h`,
  },
  {
    metric: 'averageviewers',
    heading: 'Avg. viewers',
    words: 'viewers on average',
    show: showCount,
    write: (value) => `${shortNumber(value)} avg`,
  },
  {
    metric: 'peakviewers',
    heading: 'Peak viewers',
    words: 'viewers at the peak',
    show: showCount,
    write: (value) => `peak ${shortNumber(value)}`,
  },
  { metric: 'followers', heading: 'Followers', words: 'followers', show: showCount },
  { metric: 'followergain', heading: 'Gained', words: 'followers gained', show: (value) => <Gain value={value} /> },
];

interface BoardTableProps {
  entries: readonly BoardEntry[];
  query: BoardQuery;
}

/** The entries of a page. The headings sort. */
export function BoardTable({ entries, query }: BoardTableProps) {
  const columns: readonly (Column<BoardEntry> & { key?: LeaderboardMetric })[] = [
    { heading: 'Rank', class: 'num rank', show: (_, place) => query.cursor + place + 1 },
    {
      heading: <span class="sr">Movement</span>,
      class: 'moved',
      show: (entry, place) => <Movement entry={entry} rank={query.cursor + place + 1} />,
    },
    { heading: 'Streamer', isHead: true, show: (entry) => <StreamerName streamer={entry} /> },
    {
      heading: 'Last streams, by avg. viewers',
      class: 'last-streams',
      show: ({ recent_viewers }) => <Sparkline values={recent_viewers} />,
    },
    ...boardFigures.map(({ metric, heading, show, write }) => ({
      ...{ key: metric, heading, class: 'num count' },
      show: (entry: BoardEntry) => show(entry[metric]),
      line: (entry: BoardEntry) => {
        const value = entry[metric];
        return value === null || write === undefined ? null : write(value);
      },
    })),
  ];
  const pathOf = (sort: LeaderboardMetric) => boardPath({ ...query, sort, cursor: 0 });
  return (
    <DataTable label="Leaderboard" columns={sortable(columns, query.sort, pathOf)} rows={entries} idOf={boardRowId} />
  );
}
