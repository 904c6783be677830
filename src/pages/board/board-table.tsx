import type { JSX } from 'preact';
import { Page } from '../../http/page.js';
import { LeaderboardEntry, LeaderboardPage } from '../../leaderboard/dto/leaderboard-page.response.js';
import { LeaderboardMetric } from '../../leaderboard/boards.js';
import { Status } from '../../meta/dto/status.response.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { Bar } from '../parts/bar.js';
import { Link, withQuery } from '../parts/link.js';
import { Change, Gain } from '../parts/numbers.js';
import { Scroller } from '../parts/scroller.js';
import { StreamerName } from '../parts/streamer-name.js';
import { showCount, showHours } from '../parts/window-figures.js';
import { BoardQuery } from './board.query.js';

/** The data of the leaderboard page. */
export interface BoardView {
  board: LeaderboardPage;
  /** The figures of each entry in the previous window. */
  before: readonly (WindowFigures | null)[];
  live: Page<LiveStream>;
  status: Status;
  query: BoardQuery;
}

interface BoardFigure {
  metric: LeaderboardMetric;
  heading: string;
  show: (value: number) => JSX.Element;
}

/** The columns of the board. */
const boardFigures: readonly BoardFigure[] = [
  { metric: 'watchtime', heading: 'Hours watched', show: showHours },
  { metric: 'averageviewers', heading: 'Avg. viewers', show: showCount },
  { metric: 'peakviewers', heading: 'Peak viewers', show: showCount },
  { metric: 'followers', heading: 'Followers', show: showCount },
  { metric: 'followergain', heading: 'Gained', show: (value) => <Gain value={value} /> },
];

/** Returns the path of the leaderboard with the chosen options. Default values are omitted. */
export function boardPath({ sort, cursor, days }: BoardQuery): string {
  return withQuery('/', {
    sort: sort === 'watchtime' ? undefined : sort,
    days: days === 30 ? undefined : days,
    cursor: cursor === 0 ? undefined : cursor,
  });
}

/** The entries of a page. The headings sort. The sorted figure has a bar and its change. */
export function BoardTable({ view: { board, before, query } }: { view: BoardView }) {
  const { sort, cursor, days } = query;
  const largest = Math.max(0, ...board.items.map((entry) => entry[sort]));
  return (
    <Scroller label="Leaderboard">
      <table class="board">
        <thead>
          <tr>
            <th scope="col" class="num rank">
              #
            </th>
            <th scope="col">Streamer</th>
            {boardFigures.map((figure) => (
              <SortHeading
                key={figure.metric}
                figure={figure}
                isSorted={figure.metric === sort}
                to={boardPath({ sort: figure.metric, cursor: 0, days })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {board.items.map((entry, i) => (
            <tr key={entry.id}>
              <td class="num rank">{cursor + i + 1}</td>
              <th scope="row">
                <StreamerName streamer={entry} />
              </th>
              {boardFigures.map(({ metric, show }) => (
                <td key={metric} class={metric === sort ? 'num sorted' : 'num'}>
                  {metric === sort ? (
                    <>
                      <Bar value={entry[metric]} largest={largest} />
                      <Change now={entry[metric]} before={valueBefore(entry, before[i], metric)} />
                    </>
                  ) : null}
                  {show(entry[metric])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Returns a figure of the previous window. Gains have no comparison, because they are already differences. */
function valueBefore(
  entry: LeaderboardEntry,
  before: WindowFigures | null | undefined,
  metric: LeaderboardMetric,
): number | undefined {
  if (metric === 'followers') return entry.followers - entry.followergain;
  if (metric === 'watchtime') return before?.watchtime;
  if (metric === 'averageviewers') return before?.avg_viewers;
  return metric === 'peakviewers' ? before?.peak_viewers : undefined;
}

interface SortHeadingProps {
  figure: BoardFigure;
  isSorted: boolean;
  to: string;
}

function SortHeading({ figure: { heading }, isSorted, to }: SortHeadingProps) {
  return (
    <th scope="col" class="num" aria-sort={isSorted ? 'descending' : undefined}>
      <Link to={to}>
        {heading}
        {isSorted ? (
          <span class="arrow" aria-hidden="true">
            {' '}
            ↓
          </span>
        ) : null}
      </Link>
    </th>
  );
}
