import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { dataForms } from '../parts/data-forms.js';
import { Link, streamPath } from '../parts/link.js';
import { LiveMark } from '../parts/live-mark.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Panel } from '../parts/panel.js';
import { StreamerName } from '../parts/streamer-name.js';
import { Column, counts, DataTable } from '../parts/table.js';
import { Stranger } from '../parts/texts.js';

const columns: readonly Column<EventStream>[] = [
  {
    heading: 'Streamer',
    isHead: true,
    show: (stream) => <StreamerName streamer={{ ...stream, id: stream.streamer_id, name: stream.streamer_id }} plain />,
  },
  {
    heading: 'Title and game',
    class: 'title',
    show: ({ title, game_name }) => (
      <>
        <Stranger text={title} empty="No title" />
        <span class="game muted">
          <Stranger text={game_name} empty="No game" />
        </span>
      </>
    ),
  },
  {
    heading: 'Started',
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
    show: (stream) =>
      stream.is_live ? (
        <LiveMark stream={stream} />
      ) : (
        durationText(minutesBetween(stream.started_at, stream.ended_at ?? stream.started_at))
      ),
  },
  counts('Avg. viewers', ({ avg_viewers }) => avg_viewers),
  counts(
    'Peak',
    ({ peak_viewers }) => peak_viewers,
    (text) => `peak ${text}`,
  ),
];

/** The table of the event's streams. */
export function EventStreams({ event: { id, streams } }: { event: EventDetail }) {
  return (
    <Panel
      id="streams"
      title="Streams"
      wide
      files={{ of: `events/${id}/streams` }}
      data={dataForms(`/v1/events/${id}`)}
      empty={streams.length === 0 && 'No streams yet.'}
    >
      <DataTable label="Streams of the event" columns={columns} rows={streams} />
    </Panel>
  );
}
