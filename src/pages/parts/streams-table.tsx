import { GameName } from './game-name.js';
import { unlessBlank } from '../../streams/blank-text.js';
import { StreamSummary } from '../../streams/dto/stream-summary.response.js';
import { Link, streamPath } from './link.js';
import { LiveMark } from './live-mark.js';
import { Duration, minutesBetween, Moment } from './moments.js';
import { Count, Hours } from './numbers.js';
import { Scroller } from './scroller.js';
import { Stranger } from './texts.js';

interface StreamsTableProps {
  streams: readonly StreamSummary[];
  label: string;
  /** When the live one of them was last observed. */
  lastSeenAt: string | null;
}

/** Streams of one streamer, a row each. */
export function StreamsTable({ streams, label, lastSeenAt }: StreamsTableProps) {
  return (
    <Scroller label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col" class="num">
              Length
            </th>
            <th scope="col">Title and game</th>
            <th scope="col" class="num">
              Avg. viewers
            </th>
            <th scope="col" class="num">
              Peak
            </th>
            <th scope="col" class="num">
              Hours watched
            </th>
          </tr>
        </thead>
        <tbody>
          {streams.map((stream) => (
            <Row key={stream.id} stream={stream} lastSeenAt={lastSeenAt} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Row({ stream, lastSeenAt }: { stream: StreamSummary; lastSeenAt: string | null }) {
  const { id, started_at, ended_at, is_live, is_stale, title, game_name } = stream;
  return (
    <tr>
      <th scope="row" class="nowrap">
        <Link to={streamPath(id)}>
          <Moment at={started_at} />
        </Link>
      </th>
      <td class="num">
        {is_live ? (
          <LiveMark stream={{ is_stale, last_seen_at: lastSeenAt }} />
        ) : (
          <Duration minutes={minutesBetween(started_at, ended_at ?? started_at)} />
        )}
      </td>
      <td class="title">
        <Stranger text={title} empty="No title" />
        {unlessBlank(game_name) === null ? null : (
          <span class="game">
            <GameName name={game_name} />
          </span>
        )}
      </td>
      <td class="num">
        <Count value={stream.avg_viewers} />
      </td>
      <td class="num">
        <Count value={stream.peak_viewers} />
      </td>
      <td class="num">
        <Hours minutes={stream.watchtime} />
      </td>
    </tr>
  );
}
