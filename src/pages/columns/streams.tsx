import { ColabSession } from '../../streams/colabs/colab-session.response.js';
import { StreamOutline, StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { figureColumn } from '../parts/figures.js';
import { Column, countColumn, durationColumn, fileOnly, momentColumn, textColumn } from '../parts/lists/column.js';
import { Moment } from '../parts/moments.js';
import { computeLength, durationText } from '../parts/duration-text.js';
import { GameName } from '../parts/names/game-name.js';
import { Link, streamPath } from '../parts/names/link.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { untitled } from '../../streams/shown-text.js';
import { TextLink } from '../parts/names/texts.js';
import { StreamSort } from '../streamer/streamer.query.js';

/** Returns the columns of streams of a streamer. `lastSeenAt` is the time of the live stream's last observation. */
export function streamColumns(lastSeenAt: string | null = null): readonly Column<StreamSummary, StreamSort>[] {
  return [
    momentColumn('Started', ({ started_at }) => started_at, fileOnly),
    momentColumn('Ended', ({ ended_at }) => ended_at, fileOnly),
    textColumn('Title', ({ title }) => title, {
      ...{ key: 'started', heading: 'Newest first', order: 'Newest first', isHead: true, class: 'title' },
      show: (stream) => <Stream stream={stream} lastSeenAt={lastSeenAt} />,
    }),
    durationColumn(
      'Length',
      ({ started_at, ended_at }) => computeLength({ started_at, ended_at: ended_at ?? lastSeenAt }),
      { key: 'minutes', line: true },
    ),
    textColumn('Game', ({ game_name }) => game_name, fileOnly),
    figureColumn('avg_viewers'),
    figureColumn('peak_viewers', 'in line'),
    figureColumn('watchtime', 'in line'),
    countColumn('Chatters', ({ unique_chatters }) => unique_chatters, fileOnly),
    countColumn('Views', ({ live_views, live_views_final }) => live_views_final ?? live_views, fileOnly),
    textColumn('Tags', ({ tags }) => tags?.join(', '), fileOnly),
    textColumn('Stream ID', ({ id }) => id, fileOnly),
  ];
}

function Stream({ stream, lastSeenAt }: { stream: StreamSummary; lastSeenAt: string | null }) {
  const { id, title, started_at, game_name, is_live, is_stale } = stream;
  return (
    <>
      <TextLink to={streamPath(id)} text={title} empty={untitled.stream} />
      <small>
        {is_live ? (
          <>
            <LiveMark stream={{ is_stale, last_seen_at: lastSeenAt }} />,{' '}
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
  );
}

/** The streams of a chart. */
export const outlineColumns: readonly Column<StreamOutline, 'avg_viewers' | 'peak_viewers'>[] = [
  momentColumn('Stream started', ({ started_at }) => started_at, {
    show: ({ id, started_at }) => (
      <Link to={streamPath(id)}>
        <Moment at={started_at} />
      </Link>
    ),
  }),
  durationColumn('Length', ({ minutes }) => minutes, {
    // The script shows the values of a stream during its length.
    number: ({ minutes }) => <data value={String(minutes)}>{durationText(minutes)}</data>,
  }),
  figureColumn('avg_viewers'),
  figureColumn('peak_viewers'),
];

/** Times in which streamers broadcast together. */
export const colabColumns: readonly Column<ColabSession>[] = [
  momentColumn('Started', ({ started_at }) => started_at),
  momentColumn('Ended', ({ ended_at }) => ended_at),
  durationColumn('Length', computeLength),
  textColumn('Participants', ({ participants }) => participants.join(', ')),
];
