import { EventStream } from '../../events/dto/event-stream.response.js';
import { streamerPath, streamPath } from '../parts/names/link.js';
import { CompareLink } from '../parts/names/streamer-name.js';
import { figureColumn } from '../parts/figures.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { Moment } from '../parts/moments.js';
import { Unknown } from '../parts/numbers.js';
import { Panel } from '../parts/panels/panel.js';
import { Column, DataTable } from '../parts/lists/table.js';
import { plainText, UntrustedText, TextLink } from '../parts/names/texts.js';
import { TimeSpan } from '../sentences/clock.js';
import { sharesOf } from './event-graph.js';
import { EventView } from './event-view.js';

/** The table of the event's streams. */
export function EventStreams({ view: { event, layers } }: { view: EventView }) {
  const shares = new Map(sharesOf(layers).map((share, i) => [layers[i]?.stream.id, share]));
  const isPart = layers.length < event.streams.length;
  const whole = isPart ? `the ${layers.length} largest` : 'the event';
  const shareOf = ({ id }: EventStream) => shares.get(id) ?? null;
  const columns: readonly Column<EventStream>[] = [
    {
      heading: 'Stream',
      isHead: true,
      class: 'title',
      show: (stream) => <Heading stream={stream} isHost={stream.id === event.host_stream_id} />,
    },
    figureColumn('avg_viewers'),
    figureColumn('peak_viewers', 'in line'),
    {
      heading: isPart ? `Share of ${whole}` : 'Share',
      class: 'num',
      line: (stream) => (shareOf(stream) === null ? null : `${shareOf(stream)}% of ${whole}`),
      show: (stream) => (shareOf(stream) === null ? <Unknown /> : `${shareOf(stream)}%`),
    },
  ];
  return (
    <Panel
      id="streams"
      title="Streams"
      note={`Averages and peaks of whole streams; shares of the viewers that were measured during the event${isPart ? `, of the ${layers.length} streams with the highest peaks` : ''}.`}
      files={{ of: `events/${event.id}/streams` }}
      data={`/v1/events/${event.id}`}
    >
      <DataTable label="Streams of the event" columns={columns} rows={event.streams} />
    </Panel>
  );
}

function Heading({ stream, isHost }: { stream: EventStream; isHost: boolean }) {
  const { id, streamer_id, display_name: name, title, game_name, started_at, ended_at } = stream;
  const streamer = { id: streamer_id, name: streamer_id };
  return (
    <>
      <TextLink to={streamPath(id)} text={title} empty="No title" />
      <span class="game">
        {isHost ? 'Host: ' : ''}
        <TextLink to={streamerPath(streamer)} text={name} empty={streamer_id} />{' '}
        <CompareLink streamer={streamer} name={plainText(name) || streamer_id} />
        <UntrustedText text={game_name} empty="No game" />,{' '}
        {ended_at === null ? <Moment at={started_at} /> : <TimeSpan from={started_at} to={ended_at} />}{' '}
        {stream.is_live ? <LiveMark stream={stream} /> : null}
      </span>
    </>
  );
}
