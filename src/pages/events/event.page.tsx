import { countText } from '../../charts/labels/number-labels.js';
import { fullDay, shortDay, timeLeft, timeText, weekdayName } from '../../charts/labels/time-labels.js';
import { eventsCalendar } from '../feeds/feed-links.js';
import { SubscribeMenu } from '../feeds/subscribe-menu.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { LivePart } from '../parts/live-part.js';
import { Link } from '../parts/names/link.js';
import { DurationFigure, Moment } from '../parts/moments.js';
import { minutesBetween } from '../parts/duration-text.js';
import { Panel } from '../parts/panels/panel.js';
import { Count, Unknown } from '../parts/numbers.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { StreamerLink, UntrustedText } from '../parts/names/texts.js';
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
  const isPlanned = startsLater(event, now);
  const host = isPlanned && event.streams.find((stream) => stream.id === event.host_stream_id);
  const hasStreams = event.streams.length > 0;
  const of = `events/${id}`;
  return (
    <Layout
      title={plainText(event.title, untitled.event)}
      description={`An event of ${countText(channels?.length ?? 0, 'channel')} on ${fullDay(new Date(started_at))}.`}
      path={`/events/${id}`}
      section="Events"
      feeds={[eventsCalendar]}
      preview={previewOf(`/events/${id}`)}
      data={`/v1/events/${id}`}
      charts
      live={isRunning(event, now)}
    >
      <div class="page-head">
        <div>
          <p>
            <Link to="/events">Events</Link>
            {isPlanned ? ' · planned' : ` · ${isOver ? 'ended' : 'began'} `}
            {isPlanned ? null : <Moment at={isOver ? ended_at : started_at} />}
            {host && (
              <>
                {' · by '}
                <StreamerLink of={{ ...host, id: host.streamer_id, name: host.streamer_id }} />
              </>
            )}
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
      <div class="actions">
        {isPlanned ? (
          <Link class="button go" to={`/events/${id}/event.ics`} download>
            Add to calendar
          </Link>
        ) : null}
        <SubscribeMenu feeds={[eventsCalendar]} name="Subscribe to all events" />
      </div>
      {isPlanned ? <Tiles label="Times of the event" tiles={plannedTiles(view, now)} /> : null}
      <div class="panels">
        {hasStreams && !isPlanned ? eventCharts.map((panel) => <ShownPanel {...{ panel, view, of }} />) : null}
        {eventPanels.slice(eventCharts.length).map((panel) => (
          <ShownPanel {...{ panel, view, of }} />
        ))}
        {isPlanned ? (
          <Panel
            id="later"
            title="After the start"
            wide
            empty="This page will show the viewers of all its streams together, each part, and each stream. Streams are added when they are known."
          />
        ) : null}
      </div>
    </Layout>
  );
}

/** When a planned event begins and ends, in UTC. A script adds the time of the reader. */
function plannedTiles({ event: { started_at, ended_at } }: EventView, now: Date): TileProps[] {
  const at = (name: string, moment: Date): TileProps => {
    return { name, value: shortDay(moment), note: `${weekdayName(moment)}, ${timeText(moment)} UTC` };
  };
  const begins = new Date(started_at);
  return [
    { name: 'Begins in', value: timeLeft(begins, now), note: 'counted in UTC', begins: started_at },
    at('Begins', begins),
    ended_at === null ? { name: 'Ends', value: <Unknown />, note: 'no end given' } : at('Ends', new Date(ended_at)),
    {
      ...{ name: 'Length', note: 'planned' },
      value: ended_at === null ? <Unknown /> : <DurationFigure minutes={minutesBetween(started_at, ended_at)} />,
    },
  ];
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
  const { now } = useSite();
  const isPlanned = startsLater(event, now);
  return (
    <LivePart id="now" of={isRunning(event, now) && `/events/${event.id}`}>
      <EventSentence view={view} />
      {event.streams.length > 0 && !isPlanned ? <Tiles label="Figures of the event" tiles={tilesOf(view)} /> : null}
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
