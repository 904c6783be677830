import { fullNumber } from '../../charts/labels/number-labels.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { LeaderboardMetric, recentStreams } from '../../leaderboard/boards.js';
import { streamerColumn } from '../parts/names/streamer-name.js';
import { SortableColumn, SortedTable } from '../parts/lists/table.js';
import { boardPath, boardRowId, figuresOfMetrics, metrics } from './board-paths.js';
import { BoardQuery } from './board.query.js';
import { figureColumn } from '../parts/figures.js';

/** The entries of a page. The headings sort. */
export function BoardTable({ entries, query }: { entries: readonly BoardEntry[]; query: BoardQuery }) {
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

/** The movement from the rank in the window before, such as ▲2. */
function Movement({ entry, rank }: { entry: BoardEntry; rank: number }) {
  const { previous_rank: before, is_compared } = entry;
  if (!is_compared) return null;
  if (before === null) return <b class="new">new</b>;
  if (before === rank) {
    return (
      <>
        <span aria-hidden="true">=</span>
        <span class="sr">same rank</span>
      </>
    );
  }
  const isUp = before > rank;
  return (
    <span class={isUp ? 'up' : 'down'}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <span class="sr">{isUp ? 'up ' : 'down '}</span>
      {fullNumber(Math.abs(before - rank))}
    </span>
  );
}

const barWidth = 8;
const height = 24;

/** Bars for the average viewers of the last streams, the newest on the right. An unknown value is a gap. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const bars = values.map((value, i) => {
    const x = (recentStreams - values.length + i) * barWidth + 2;
    const size = value === null ? 0 : Math.max(1, Math.round((value / (most || 1)) * (height - 2)));
    return size === 0 ? '' : `M${x} ${height}v-${size}`;
  });
  return (
    <>
      <svg class="spark" aria-hidden="true">
        <path d={bars.join('')} />
      </svg>
      <span class="sr">
        {fullNumber(least)} to {fullNumber(most)}
      </span>
    </>
  );
}
