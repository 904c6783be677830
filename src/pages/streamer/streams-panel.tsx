import { StreamSummary } from '../../streams/dto/stream-summary.response.js';
import { streamerForms } from '../parts/data-forms.js';
import { GameLine } from '../parts/game-name.js';
import { Link, streamerPath, streamPath, withQuery } from '../parts/link.js';
import { ListPanel } from '../parts/list-panel.js';
import { LiveMark } from '../parts/live-mark.js';
import { Duration, minutesBetween, Moment } from '../parts/moments.js';
import { Column, counts, DataTable, hours } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';
import { fromOf, StreamerView, streamsPerPage } from './streamer-view.js';

/** The streams of the range, newest first. */
export function StreamsPanel({ view: { streamer, streams, cursor, range, window } }: { view: StreamerView }) {
  const query = { limit: streamsPerPage, cursor: cursor || undefined, from: fromOf(window.from) };
  const rangeQuery = range === '30' ? undefined : range;
  return (
    <ListPanel
      id="streams"
      title="Streams"
      wide
      data={streamerForms(streamer, 'recent-streams', query, ['csv'])}
      pages="Pages of streams"
      cursor={cursor}
      limit={streamsPerPage}
      list={streams}
      empty={cursor > 0 ? 'This page is past the end of the list.' : 'No streams in this range.'}
      pathAt={(at) => `${withQuery(streamerPath(streamer), { range: rangeQuery, cursor: at })}#streams`}
    >
      <DataTable label="Streams" columns={columnsOf(streamer.last_seen_at)} rows={streams.items} />
    </ListPanel>
  );
}

/** Returns the columns. `last_seen_at` is the time of the live stream's last observation. */
function columnsOf(last_seen_at: string | null): readonly Column<StreamSummary>[] {
  return [
    {
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
    counts('Avg. viewers', ({ avg_viewers }) => avg_viewers),
    counts('Peak', ({ peak_viewers }) => peak_viewers),
    hours('Hours watched', ({ watchtime }) => watchtime),
  ];
}
