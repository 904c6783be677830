import { countText } from '../../charts/labels/number-labels.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { LivePart } from '../parts/live-part.js';
import { Link } from '../parts/names/link.js';
import { Moment } from '../parts/moments.js';
import { Count, Unknown } from '../parts/numbers.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { UntrustedText } from '../parts/names/texts.js';
import { TileProps, Tiles } from '../parts/tiles.js';
import { previewOf } from '../previews/preview-paths.js';
import { EventSentence } from '../sentences/event-sentence.js';
import { measuredShare, hasEnded, isRunning, startsLater } from './event-graph.js';
import { eventCharts, eventPanels } from './event-panels.js';
import { EventView } from './event-view.js';
import { unknownText } from './panels/viewers-panel.js';
import { ShownPanel } from '../parts/panels/shown-panel.js';

/** An event with its viewers stacked by stream, its markers and its streams. */
export function EventPage({ view }: { view: EventView }) {
  const { event } = view;
  const { id, started_at, ended_at, channels, description } = event;
  const { now } = useSite();
  const isOver = hasEnded(event, now);
  const isUpcoming = startsLater(event, now);
  const hasStreams = event.streams.length > 0;
  const of = `events/${id}`;
  return (
    <Layout
      title={plainText(event.title, untitled.event)}
      description={`An event of ${countText(channels?.length ?? 0, 'channel')} on ${fullDay(new Date(started_at))}.`}
      path={`/events/${id}`}
      section="Events"
      preview={previewOf(`/events/${id}`)}
      data={`/v1/events/${id}`}
      charts
      live={isRunning(event, now)}
    >
      <div class="page-head">
        <div>
          <p>
            <Link to="/events">Events</Link>
            {isUpcoming ? ' · upcoming' : ` · ${isOver ? 'ended' : 'began'} `}
            {isUpcoming ? null : <Moment at={isOver ? ended_at : started_at} />}
          </p>
          <h1>
            <UntrustedText text={event.title} empty={untitled.event} />
          </h1>
          {description === null ? null : (
            <p class="prose">
              <UntrustedText text={description} empty="" />
            </p>
          )}
        </div>
      </div>
      <Now view={view} />
      <div class="panels">
        {hasStreams && !isUpcoming ? eventCharts.map((panel) => <ShownPanel {...{ panel, view, of }} />) : null}
        <div class="panel-row">
          {eventPanels.slice(eventCharts.length).map((panel) => (
            <ShownPanel {...{ panel, view, of }} />
          ))}
        </div>
      </div>
    </Layout>
  );
}

/** What changes while an event is running: its sentence, tiles and panels. */
export function LiveEventParts({ view }: { view: EventView }) {
  return (
    <>
      <Now view={view} />
      {eventPanels.map((panel) => (
        <ShownPanel {...{ panel, view }} of={`events/${view.event.id}`} />
      ))}
    </>
  );
}

function Now({ view }: { view: EventView }) {
  const { event } = view;
  return (
    <LivePart id="now" of={isRunning(event, useSite().now) && `/events/${event.id}`}>
      <EventSentence view={view} />
      {event.streams.length > 0 ? <Tiles label="Figures of the event" tiles={tilesOf(view)} /> : null}
    </LivePart>
  );
}

function tilesOf(view: EventView): TileProps[] {
  const { avg_viewers: average, peak_viewers: peak, streams, channels } = view.event;
  const missing = unknownText(view);
  const at = view.peakAt === null ? null : new Date(view.peakAt).toISOString();
  return [
    {
      name: 'Average viewers',
      about: 'event-viewers',
      value: <Count value={average} />,
      note: average === null ? null : 'all streams together',
    },
    {
      name: 'Peak viewers',
      about: 'event-viewers',
      value: <Count value={peak} />,
      note: peak === null ? null : at === null ? 'all streams at one moment' : [<Moment at={at} />, ', all streams'],
    },
    {
      name: 'Streams',
      value: <Count value={streams.length} />,
      note: `by ${countText(channels?.length ?? 0, 'channel')}`,
    },
    {
      name: 'Known',
      about: 'data-quality',
      value: measuredShare(view.layers) ?? <Unknown />,
      note: missing && `missing: ${missing}`,
    },
  ];
}
