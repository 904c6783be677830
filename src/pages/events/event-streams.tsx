import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { DataTable } from '../parts/data-table.js';
import { Link, streamPath } from '../parts/link.js';
import { LiveMark } from '../parts/live-mark.js';
import { durationText, minutesBetween, Moment } from '../parts/moments.js';
import { Count } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { StreamerName } from '../parts/streamer-name.js';
import { Stranger } from '../parts/texts.js';

/** The streams of an event as a table. */
export function EventStreams({ event: { streams } }: { event: EventDetail }) {
  const headings = ['Streamer', 'Title and game', 'Started', '#Length', '#Avg. viewers', '#Peak'];
  return (
    <Panel id="streams" title="Streams" wide>
      {streams.length === 0 ? (
        <p class="empty">No stream is part of it yet.</p>
      ) : (
        <DataTable label="Streams of the event" headings={headings}>
          {streams.map((stream) => (
            <Row key={stream.id} stream={stream} />
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

function Row({ stream }: { stream: EventStream }) {
  const { streamer_id, started_at, ended_at } = stream;
  return (
    <tr>
      <th scope="row">
        <StreamerName
          id={streamer_id}
          name={streamer_id}
          displayName={stream.display_name}
          image={stream.profile_image}
          plain
        />
      </th>
      <td class="title">
        <Stranger text={stream.title} empty="No title" />
        <span class="game muted">
          <Stranger text={stream.game_name} empty="No game" />
        </span>
      </td>
      <td class="nowrap">
        <Link to={streamPath(stream.id)}>
          <Moment at={started_at} />
        </Link>
      </td>
      <td class="num">
        {stream.is_live ? (
          <LiveMark stream={stream} />
        ) : (
          durationText(minutesBetween(started_at, ended_at ?? started_at))
        )}
      </td>
      <td class="num">
        <Count value={stream.avg_viewers} />
      </td>
      <td class="num">
        <Count value={stream.peak_viewers} />
      </td>
    </tr>
  );
}
