import { fullNumber } from '../../charts/labels/number-labels.js';
import { GameStreamer } from '../../games/dto/game.response.js';
import { GameFigure } from '../../games/game-order.js';
import { Page } from '../../http/lists/page.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { LeaderboardMetric, recentStreams } from '../../leaderboard/boards.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { figuresOfMetrics, metrics } from '../board/board-figures.js';
import { figureColumn, FigureKey, windowColumns } from '../parts/figures.js';
import { Column, countColumn, fileOnly, momentColumn, textColumn } from '../parts/lists/column.js';
import { Day } from '../parts/moments.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { Listed, streamerHeading, StreamerName } from '../parts/names/streamer-name.js';
import { platformColumn } from '../parts/platforms.js';
import { shownFigure } from '../../streamer/shown-figure.js';

/** An item with its place in a list. */
export type Ranked<Item> = Item & { rank: number };

/** Adds the ranks to the items of a page. */
export function rankItems<Item extends object>(page: Page<Item>, cursor: number): Page<Ranked<Item>> {
  return { ...page, items: page.items.map((item, index) => ({ ...item, rank: cursor + index + 1 })) };
}

export const rankColumn = countColumn<{ rank: number }>('Rank', ({ rank }) => rank, {
  class: 'num rank',
  show: ({ rank }) => rank,
});

/** The names of a streamer. */
export const nameColumns: readonly Column<Listed>[] = [
  textColumn('Streamer', ({ display_name, name }) => display_name ?? name, {
    ...{ isHead: true, heading: streamerHeading },
    show: (streamer) => <StreamerName streamer={streamer} />,
  }),
  textColumn('Login', ({ name }) => name, fileOnly),
  textColumn('Channel ID', ({ id }) => id, fileOnly),
  platformColumn(({ id }) => id),
];

/** The entries of the leaderboard. */
export const boardColumns: readonly Column<Ranked<BoardEntry>, LeaderboardMetric>[] = [
  rankColumn,
  {
    ...{ name: 'Movement', heading: <span class="sr">Movement</span>, class: 'moved' },
    show: (entry) => <Movement entry={entry} />,
    file: { heading: 'Movement (places)', cell: movementOf },
  },
  ...nameColumns,
  {
    ...{ name: 'Last streams, by avg. viewers', class: 'last-streams' },
    show: ({ recent_viewers }) => <Sparkline values={recent_viewers} />,
  },
  ...metrics.map((metric) => ({
    ...figureColumn(figuresOfMetrics[metric], 'in line', (entry: BoardEntry) => entry[metric]),
    key: metric,
  })),
  textColumn('Language', ({ language }) => language, fileOnly),
];

/** The streamers of a game. */
export const gameStreamerColumns: readonly Column<Ranked<GameStreamer>, GameFigure>[] = [
  rankColumn,
  ...nameColumns,
  ...windowColumns(shownFigure),
];

const shownInSearch: ReadonlySet<FigureKey | undefined> = new Set(['watchtime', 'avg_viewers']);

/** The results of a search. */
export const foundColumns: readonly Column<ListedStreamer, FigureKey>[] = [
  ...nameColumns,
  figureColumn('followers'),
  ...windowColumns(shownFigure).map((column) => ({ ...column, ...(shownInSearch.has(column.key) ? {} : fileOnly) })),
  momentColumn('Last stream', ({ last_stream_at }) => last_stream_at, {
    class: 'num',
    line: (streamer) => (streamer.is_live ? <LiveMark stream={streamer} text="live" /> : null),
    show: (streamer) => (streamer.is_live ? <LiveMark stream={streamer} /> : <Day at={streamer.last_stream_at} />),
  }),
];

/** Returns the places gained since the window before, or `new`; null if they are not known. */
function movementOf({ is_compared, previous_rank: before, rank }: Ranked<BoardEntry>): number | 'new' | null {
  if (!is_compared) return null;
  return before === null ? 'new' : before - rank;
}

/** The movement from the rank in the window before, such as ▲2. */
function Movement({ entry }: { entry: Ranked<BoardEntry> }) {
  const moved = movementOf(entry);
  if (moved === null) return null;
  if (moved === 'new') return <b class="new">new</b>;
  if (moved === 0) {
    return (
      <>
        <span aria-hidden="true">=</span>
        <span class="sr">same rank</span>
      </>
    );
  }
  const isUp = moved > 0;
  return (
    <span class={isUp ? 'up' : 'down'}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <span class="sr">{isUp ? 'up ' : 'down '}</span>
      {fullNumber(Math.abs(moved))}
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
