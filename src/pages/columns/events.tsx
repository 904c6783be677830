import { countText, fullNumber, quotientInTenths } from '../../charts/labels/number-labels.js';
import { EventMemberFigures, EventSegment } from '../../events/figures/event-figures.response.js';
import { EventMarker } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';
import { EventSort } from '../../events/event-order.js';
import { hasEnded, startsLater } from '../events/event-graph.js';
import { useSite } from '../layout/site.js';
import { figureColumn, FigureKey } from '../parts/figures.js';
import { PlatformNote, platformColumn } from '../parts/platforms.js';
import {
  Column,
  countColumn,
  durationColumn,
  fileOnly,
  hoursColumn,
  momentColumn,
  percentColumn,
  textColumn,
} from '../parts/lists/column.js';
import { computeLength, durationText, minutesBetween } from '../parts/duration-text.js';
import { Moment } from '../parts/moments.js';
import { streamerPath, streamPath } from '../parts/names/link.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { CompareLink } from '../parts/names/streamer-name.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { TextLink, UntrustedText } from '../parts/names/texts.js';
import { TimeOfDay, TimeSpan } from '../sentences/clock.js';

type Times = Pick<EventSummary, 'started_at' | 'ended_at'>;

function lengthText(event: Times): string {
  const minutes = computeLength(event);
  return minutes === null ? 'no end given' : durationText(minutes);
}

/** The public events. */
export const eventColumns: readonly Column<EventSummary, EventSort>[] = [
  textColumn('Event', ({ title }) => title, {
    isHead: true,
    class: 'title',
    show: (event) => (
      <>
        <TextLink to={`/events/${event.id}`} text={event.title} empty={untitled.event} /> <State event={event} />
      </>
    ),
  }),
  momentColumn('Begins', ({ started_at }) => started_at, { key: 'started_at', order: 'Newest first', line: true }),
  momentColumn('Ends', ({ ended_at }) => ended_at, fileOnly),
  durationColumn('Length', computeLength, { show: lengthText, line: true }),
  textColumn('Channels', ({ channels }) => channels?.join(', '), {
    class: 'num',
    show: ({ channels }) => channels?.length ?? 0,
    line: ({ channels }) => (channels ? countText(channels.length, 'channel') : null),
  }),
  figureColumn('avg_viewers', 'in line'),
  figureColumn('peak_viewers', 'in line'),
  textColumn('Event ID', ({ id }) => id, fileOnly),
];

function State({ event }: { event: EventSummary }) {
  const { now } = useSite();
  if (startsLater(event, now)) return <span class="muted">planned</span>;
  // Without an end, the list does not know whether an event continues.
  return event.ended_at === null || hasEnded(event, now) ? null : <span class="live">running</span>;
}

/** A marker of an event with the figures of the time until the next one, or the time before the first marker. */
export interface EventPart extends Pick<EventMarker, 'title' | 'description' | 'timestamp'> {
  end: string | null;
  figures: Omit<EventSegment, 'title' | 'from' | 'to' | 'minutes'> | undefined;
  /** The number in the graph. Undefined for a part outside of it. */
  number: number | undefined;
  /** The highest peak of all parts, which bars end at. */
  largest: number;
  /** Whether times of day are unambiguous. */
  isWithinDay: boolean;
}

/** Returns the columns of the parts of an event. Pages show the roles of streams only if parts have both. */
export function partColumns(hasRoles = true): readonly Column<EventPart>[] {
  const ofRole = (name: string, key: 'official_avg_viewers' | 'co_stream_avg_viewers', heading: string) =>
    countColumn(`Average viewers of ${name}`, ({ figures }: EventPart) => figures?.[key], {
      ...(hasRoles ? { heading } : fileOnly),
      line: ({ figures }) =>
        figures?.[key] != null && `${fullNumber(figures[key])} ${name.replace('official streams', 'official')}`,
    });
  return [
    momentColumn('Time', ({ timestamp }) => timestamp, fileOnly),
    { name: 'Part', class: 'num rank', show: ({ number }) => number },
    textColumn('Part', ({ title }) => title, {
      heading: <span class="sr">Title</span>,
      isHead: true,
      class: 'title',
      show: (part) => <PartTitle part={part} />,
    }),
    { name: 'Bar', heading: <span class="sr">Bar</span>, class: 'bar', show: (part) => <PartBar part={part} /> },
    durationColumn('Length', ({ timestamp, end }) => computeLength({ started_at: timestamp, ended_at: end }), fileOnly),
    textColumn('Description', ({ description }) => description, fileOnly),
    countColumn('Average viewers', ({ figures }) => figures?.avg_viewers, { heading: 'Average' }),
    countColumn('Peak viewers', ({ figures }) => figures?.peak_viewers, {
      heading: 'Peak',
      line: (part) =>
        part.figures?.peak_viewers != null && (
          <>
            peak {fullNumber(part.figures.peak_viewers)} at <PartTime at={part.figures.peak_at} part={part} />
          </>
        ),
    }),
    momentColumn('Peak', ({ figures }) => figures?.peak_at, {
      ...{ heading: 'at', class: 'num', line: () => null },
      show: (part) => <PartTime at={part.figures?.peak_at ?? null} part={part} />,
    }),
    hoursColumn('Hours watched', ({ figures }) => figures?.watchtime, fileOnly),
    ofRole('official streams', 'official_avg_viewers', 'Official'),
    ofRole('co-streams', 'co_stream_avg_viewers', 'Co-streams'),
  ];
}

function PartTime({ at, part }: { at: string | null; part: EventPart }) {
  return at !== null && part.isWithinDay ? <TimeOfDay at={at} /> : <Moment at={at} />;
}

function PartTitle({ part }: { part: EventPart }) {
  const { title, timestamp, end, description } = part;
  return (
    <>
      <UntrustedText text={title} empty={untitled.marker} />
      <small>
        <PartTime at={timestamp} part={part} />
        {end === null ? '' : `, ${durationText(minutesBetween(timestamp, end))}`}
      </small>
      {description === null ? null : (
        <small>
          <UntrustedText text={description} empty="" />
        </small>
      )}
    </>
  );
}

/** The average of a part as a bar, with the share of co-streams, and its peak as a line. */
function PartBar({ part: { figures, largest } }: { part: EventPart }) {
  const { avg_viewers: average = null, peak_viewers: peak = null, co_stream_avg_viewers: costreams } = figures ?? {};
  if (average === null || peak === null) return null;
  const widthOf = (viewers: number) => quotientInTenths(100 * viewers, largest);
  const costream = widthOf(costreams ?? 0);
  const end = Math.min(99.5, widthOf(peak));
  return (
    <svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={widthOf(average) - costream} height="8" />
      {costream > 0 && <rect class="costream" x={widthOf(average) - costream} width={costream} height="8" />}
      <path class="peak" d={`M${end} 0v8`} />
    </svg>
  );
}

/** A stream of an event with its figures within it, and its share of the measured viewers in percent. */
export interface SharedStream extends EventStream, Pick<EventMemberFigures, 'minutes' | 'watchtime'> {
  share: number | null;
  isHost: boolean;
}

/** Returns the columns of the streams of an event. With many streams, the shares are of the largest ones. */
export function eventStreamColumns(isPart: boolean, largest: number): readonly Column<SharedStream, FigureKey>[] {
  const whole = isPart ? `the ${largest} largest` : 'the event';
  return [
    textColumn('Streamer', ({ display_name }) => display_name, fileOnly),
    textColumn('Channel ID', ({ streamer_id }) => streamer_id, fileOnly),
    platformColumn(({ streamer_id }) => streamer_id),
    momentColumn('Started', ({ started_at }) => started_at, fileOnly),
    momentColumn('Ended', ({ ended_at }) => ended_at, fileOnly),
    textColumn('Title', ({ title }) => title, {
      heading: 'Stream',
      isHead: true,
      class: 'title',
      show: (stream) => <Stream stream={stream} />,
    }),
    textColumn('Role', ({ role }) => role, fileOnly),
    durationColumn('Length', ({ minutes }) => minutes, { heading: 'Live', line: true }),
    textColumn('Game', ({ game_name }) => game_name, fileOnly),
    figureColumn('avg_viewers'),
    figureColumn('peak_viewers', 'in line'),
    figureColumn('watchtime', 'in line'),
    percentColumn('Share', ({ share }) => share, {
      heading: isPart ? `Share of ${whole}` : undefined,
      line: ({ share }) => (share === null ? null : `${share}% of ${whole}`),
    }),
    textColumn('Stream ID', ({ id }) => id, fileOnly),
  ];
}

function Stream({ stream }: { stream: SharedStream }) {
  const { id, streamer_id, display_name: name, title, game_name, started_at, ended_at, isHost } = stream;
  const streamer = { id: streamer_id, name: streamer_id };
  return (
    <>
      <TextLink to={streamPath(id)} text={title} empty={untitled.stream} />
      <span class="game">
        {isHost ? 'Host: ' : ''}
        <TextLink to={streamerPath(streamer)} text={name} empty={streamer_id} />
        <PlatformNote platform={stream.platform} />{' '}
        <CompareLink streamer={streamer} name={plainText(name, streamer_id)} />
        <UntrustedText text={game_name} empty="No game" />,{' '}
        {ended_at === null ? <Moment at={started_at} /> : <TimeSpan from={started_at} to={ended_at} />}{' '}
        {stream.is_live ? <LiveMark stream={stream} /> : null}
      </span>
    </>
  );
}
