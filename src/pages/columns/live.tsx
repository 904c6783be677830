import { LiveStream } from '../../streams/live/live-stream.response.js';
import { Column, countColumn, durationColumn, fileOnly, momentColumn, textColumn } from '../parts/lists/column.js';
import { Age, GrowingDuration } from '../parts/moments.js';
import { GameLine } from '../parts/names/game-name.js';
import { streamPath } from '../parts/names/link.js';
import { isCertain, LiveMark, LiveTime } from '../parts/names/live-mark.js';
import { streamerHeading, StreamerName, toStreamer } from '../parts/names/streamer-name.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { TextLink } from '../parts/names/texts.js';
import { platformColumn } from '../parts/platforms.js';
import { Unknown } from '../parts/numbers.js';

/** The live streams. */
export const liveColumns: readonly Column<LiveStream>[] = [
  textColumn('Streamer', ({ display_name }) => display_name, {
    ...{ isHead: true, heading: streamerHeading },
    show: (stream) => (
      <>
        <StreamerName streamer={toStreamer(stream)} />
        <small class="on-phone">
          <Title stream={stream} />
        </small>
      </>
    ),
  }),
  textColumn('Login', ({ name }) => name, fileOnly),
  textColumn('Channel ID', ({ streamer_id }) => streamer_id, fileOnly),
  platformColumn(({ streamer_id }) => streamer_id),
  countColumn('Viewers', ({ viewers }) => viewers),
  textColumn('Title', ({ title }) => title, {
    heading: 'Title and game',
    class: 'title',
    line: ({ game_name }) => plainText(game_name) || null,
    show: (stream) => (
      <>
        <Title stream={stream} />
        <GameLine name={stream.game_name} />
      </>
    ),
  }),
  textColumn('Game', ({ game_name }) => game_name, fileOnly),
  momentColumn('Started', ({ started_at }) => started_at, fileOnly),
  durationColumn('Live for', ({ live_minutes }) => live_minutes, {
    line: (stream) => <LiveTime stream={stream} />,
    show: (stream) =>
      isCertain(stream) ? <GrowingDuration minutes={stream.live_minutes} /> : <LiveMark stream={stream} />,
  }),
  momentColumn('Last observed', ({ last_seen_at }) => last_seen_at, {
    class: 'num',
    line: () => null,
    show: ({ last_seen_at: at }) => (at === null ? <Unknown /> : <Age at={at} />),
  }),
  textColumn('Language', ({ language }) => language, fileOnly),
  textColumn('Stream ID', ({ id }) => id, fileOnly),
];

function Title({ stream: { id, title } }: { stream: LiveStream }) {
  return <TextLink to={streamPath(id)} text={title} empty={untitled.stream} />;
}
