import { StreamSummary } from '../../streams/dto/stream-summary.response.js';
import { streamerForms } from '../parts/data-forms.js';
import { GameLine } from '../parts/game-name.js';
import { Link, streamPath } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { LiveMark } from '../parts/live-mark.js';
import { Duration, minutesBetween, Moment } from '../parts/moments.js';
import { Column, counts, DataTable, hours, sortable } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';
import { StreamSort } from './streamer.query.js';
import { filesOf, fromOf, StreamerView, streamsPerPage, viewPath } from './streamer-view.js';

/** The streams of the range, newest first or by a figure. */
export function StreamsPanel({ view }: { view: StreamerView }) {
  const { streamer, streams, cursor, window } = view;
  const { sort } = view.query;
  const pathOf = (figure: StreamSort, at = 0) => viewPath(view, { sort: figure, cursor: at }, 'streams');

  const query = { limit: streamsPerPage, cursor: cursor || undefined, from: fromOf(window.from) };
  return (
    <ListPanel
      id="streams"
      title="Streams"
      wide
      files={filesOf(view, 'streams')}
      data={sort === 'started' ? streamerForms(streamer, 'recent-streams', query, ['csv']) : undefined}
      pages="Pages of streams"
      cursor={cursor}
      limit={streamsPerPage}
      list={streams}
      empty={cursor > 0 ? 'This page is past the end of the list.' : 'No streams in this range.'}
      pathAt={(at) => pathOf(sort, at)}
    >
      <DataTable
        label="Streams"
        columns={sortable(columnsOf(streamer.last_seen_at), sort, (figure) => pathOf(figure))}
        rows={streams.items}
      />
    </ListPanel>
  );
}

/** Returns the columns. `last_seen_at` is the time of the live stream's last observation. */
function columnsOf(last_seen_at: string | null): readonly (Column<StreamSummary> & { key?: StreamSort })[] {
  return [
    {
      key: 'started',
      heading: 'Started',
      isHead: true,
      class: 'nowrap',
      show: ({ id, started_at }) => (
        <Link to={streamPath(id)}>
          <Moment at={started_at} />
        </Link>
      ),
    },
    {
      key: 'minutes',
      heading: 'Length',
      class: 'num',
      show: ({ is_live, is_stale, started_at, ended_at }) =>
        is_live ? (
          <LiveMark stream={{ is_stale, last_seen_at }} />
        ) : (
          <Duration minutes={minutesBetween(started_at, ended_at ?? started_at)} />
        ),
    },
    {
      heading: 'Title and game',
      class: 'title',
      show: ({ title, game_name }) => (
        <>
          <Stranger text={title} empty="No title" />
          <GameLine name={game_name} />
        </>
      ),
    },
    { key: 'avg_viewers', ...counts('Avg. viewers', ({ avg_viewers }) => avg_viewers) },
    {
      key: 'peak_viewers',
      ...counts(
        'Peak',
        ({ peak_viewers }) => peak_viewers,
        (number) => `peak ${number}`,
      ),
    },
    {
      key: 'watchtime',
      ...hours(
        'Hours watched',
        ({ watchtime }) => watchtime,
        (number) => `${number} h watched`,
      ),
    },
  ];
}
