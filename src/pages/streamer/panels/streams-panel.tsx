import { TextLink } from '../../parts/names/texts.js';
import { StreamSummary } from '../../../streams/detail/stream-summary.response.js';
import { figureColumn } from '../../parts/figures.js';
import { GameName } from '../../parts/names/game-name.js';
import { streamerCall, streamPath } from '../../parts/names/link.js';
import { ListPanel } from '../../parts/lists/list-panel.js';
import { LiveMark } from '../../parts/names/live-mark.js';
import { durationText, minutesBetween, Moment } from '../../parts/moments.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { SortableColumn, SortedTable } from '../../parts/lists/table.js';
import { StreamSort } from '../streamer.query.js';
import { panelFiles, fromOf, StreamerView, streamsPerPage, viewPath } from '../streamer-view.js';

/** The streams of the range, newest first or by a figure. */
export function StreamsPanel({ view }: { view: StreamerView }) {
  const { streamer, streams, cursor, window, outlines } = view;
  const { sort, range } = view.query;
  const pathOf = (figure: StreamSort, at = 0) => viewPath(view, { sort: figure, cursor: at }, 'streams');

  const query = { limit: streamsPerPage, cursor: cursor || undefined, from: fromOf(window.from) };
  return (
    <ListPanel
      id="streams"
      title="Streams"
      wide
      files={{
        ...panelFiles(view, 'streams'),
        year: range === '365' || range === 'all' ? undefined : { range: '365' },
      }}
      // The API has the newest first only.
      data={sort === 'started' ? streamerCall(streamer, 'recent-streams', query) : undefined}
      note={(sort !== 'started' && newestOnly(outlines)) || undefined}
      pages="Pages of streams"
      cursor={cursor}
      limit={streamsPerPage}
      list={streams}
      empty="No streams in this range."
      pathAt={(at) => pathOf(sort, at)}
    >
      <SortedTable
        label="Streams"
        columns={columnsOf(streamer.last_seen_at)}
        rows={streams.items}
        sorted={sort}
        pathOf={pathOf}
        param="sort"
      />
    </ListPanel>
  );
}

/** Returns the columns. `last_seen_at` is the time of the live stream's last observation. */
function columnsOf(last_seen_at: string | null): readonly SortableColumn<StreamSummary, StreamSort>[] {
  const lengthOf = ({ started_at, ended_at }: StreamSummary) =>
    durationText(minutesBetween(started_at, ended_at ?? last_seen_at ?? started_at));
  return [
    {
      key: 'started',
      heading: 'Newest first',
      isHead: true,
      class: 'title',
      show: ({ id, title, started_at, game_name, is_live, is_stale }) => (
        <>
          <TextLink to={streamPath(id)} text={title} empty="No title" />
          <small>
            {is_live ? (
              <>
                <LiveMark stream={{ is_stale, last_seen_at }} />,{' '}
              </>
            ) : null}
            <Moment at={started_at} />
            {game_name === null ? null : (
              <>
                , <GameName name={game_name} />
              </>
            )}
          </small>
        </>
      ),
    },
    { key: 'minutes', heading: 'Length', class: 'num', show: lengthOf, line: lengthOf },
    figureColumn('avg_viewers'),
    figureColumn('peak_viewers', 'in line'),
    figureColumn('watchtime', 'in line'),
  ];
}
