import { NotFoundException, Param } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { EventParams, unknownEventMessage } from '../../events/dto/event.params.js';
import { EventsService } from '../../events/events.service.js';
import { absoluteUrl } from '../../http/request/public-path.js';
import { feedUnits } from '../../rate-limit/request-units.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { MetaService } from '../../meta/meta.service.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { StreamerParams } from '../../http/query/streamer.params.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { PageController, ShowPage } from '../page-responses.js';
import { streamerPath, streamPath } from '../parts/names/link.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { writeFeed } from './atom-text.js';
import { writeCalendar } from './calendar-text.js';
import { atomId } from './feed-ids.js';
import { writeLastStream, writeNow } from './line-text.js';

const maxInCalendar = 500;
const maxInFeed = 50;

const noFeedMessage =
  'This service has no feeds, because its operator has not set PUBLIC_URL: a feed contains absolute addresses.';

/** Calendars, feeds and lines for chat bots with the data of pages. Programs read them without a token, like pages. */
@PageController('')
export class FeedsController {
  constructor(
    private readonly cache: ResponseCache,
    private readonly config: Config,
    private readonly streamer: StreamerService,
    private readonly streamers: StreamersService,
    private readonly streams: StreamsService,
    private readonly events: EventsService,
    private readonly live: LiveStreamsService,
    private readonly meta: MetaService,
    private readonly clock: Clock,
  ) {}

  @ShowPage('streamers/:name/streams.ics', 'Failed to write the calendar', feedUnits)
  sendStreams(@Param() { name }: StreamerParams): Promise<LoadedResponse> {
    const { config } = this;
    return this.send(['calendar', name], 'text/calendar', async () => {
      const { streamer, streams, installation } = await this.load(name, maxInCalendar);
      return writeCalendar(
        `${nameOf(streamer)}: streams`,
        streams.map((stream) => ({
          ...{ uid: `stream-${stream.id}@${installation}`, url: absoluteUrl(config, streamPath(stream.id)) },
          ...{ from: stream.started_at, to: stream.ended_at ?? stream.last_seen_at, changedAt: stream.changed_at },
          ...{ title: titleOf(stream), about: describe(stream) },
        })),
      );
    });
  }

  @ShowPage('streamers/:name/streams.atom', 'Failed to write the feed', feedUnits)
  async sendFeed(@Param() { name }: StreamerParams): Promise<LoadedResponse> {
    const { publicUrl } = this.config;
    if (publicUrl === undefined) throw new NotFoundException(noFeedMessage);
    return this.send(['feed', name], 'application/atom+xml', async () => {
      const { streamer, streams, installation } = await this.load(name, maxInFeed);
      const page = publicUrl + streamerPath(streamer);
      return writeFeed({
        id: atomId(installation, `streamer-${streamer.id}`),
        ...{ self: `${page}/streams.atom`, page, title: `${nameOf(streamer)}: streams`, author: nameOf(streamer) },
        entries: streams.map((stream) => ({
          ...{ id: atomId(installation, `stream-${stream.id}`), page: publicUrl + streamPath(stream.id) },
          ...{ title: titleOf(stream), about: describe(stream) },
          ...{ published: stream.started_at, updated: stream.changed_at },
        })),
      });
    });
  }

  @ShowPage('streamers/:name/now.txt', 'Failed to write the line')
  sendNow(@Param() { name }: StreamerParams): Promise<LoadedResponse> {
    return this.send(['now', name], 'text/plain', async () => {
      const [{ display_name }, { items }] = await Promise.all([
        this.streamer.findProfile(name),
        this.live.listLive(1, 0, { names: [name] }),
      ]);
      return writeNow({ display_name, name }, items[0], this.clock.now());
    });
  }

  @ShowPage('streamers/:name/last-stream.txt', 'Failed to write the line')
  sendLastStream(@Param() { name }: StreamerParams): Promise<LoadedResponse> {
    return this.send(['last stream', name], 'text/plain', async () => {
      const [{ display_name }, { items }] = await Promise.all([
        this.streamer.findProfile(name),
        this.streamer.listRecentStreams(name, { limit: 2, cursor: 0 }),
      ]);
      return writeLastStream(
        { display_name, name },
        items.find(({ is_live }) => !is_live),
      );
    });
  }

  @ShowPage('events.ics', 'Failed to write the calendar', feedUnits)
  sendEvents(): Promise<LoadedResponse> {
    return this.sendSome(['calendar']);
  }

  /** Sends one of the newest events. */
  @ShowPage('events/:id/event.ics', 'Failed to write the calendar', feedUnits)
  sendEvent(@Param() { id }: EventParams): Promise<LoadedResponse> {
    return this.sendSome(['calendar of', id], id);
  }

  private sendSome(cacheKey: string[], only?: string): Promise<LoadedResponse> {
    return this.send(cacheKey, 'text/calendar', async () => {
      const [installation, newest] = await Promise.all([
        this.meta.findInstallation(),
        this.events.listDated(maxInCalendar),
      ]);
      const events = only === undefined ? newest : newest.filter(({ id }) => id === only);
      if (only !== undefined && events.length === 0) throw new NotFoundException(unknownEventMessage);
      return writeCalendar(
        `${this.config.siteName}: events`,
        events.map(({ id, title, channels, ...event }) => ({
          ...{ uid: `event-${id}@${installation}`, from: event.started_at, to: event.ended_at },
          ...{ changedAt: event.changed_at, title: plainText(title, untitled.event) },
          ...{ about: channels ? [channels.join(', ')] : [], url: absoluteUrl(this.config, `/events/${id}`) },
        })),
      );
    });
  }

  private send(cacheKey: string[], type: string, write: () => Promise<string>): Promise<LoadedResponse> {
    return this.cache.getOrLoad(['feeds', ...cacheKey], async () => {
      return new WithHeaders(Buffer.from(await write()), { 'Content-Type': `${type}; charset=utf-8` });
    });
  }

  /** Reads the times first. A change in between then has a later time when it is next read, and no reader misses it. */
  private async load(name: string, limit: number) {
    const [streamer, installation] = await Promise.all([
      this.streamers.findStreamer(name),
      this.meta.findInstallation(),
    ]);
    const times = await this.streams.listChangeTimes(BigInt(streamer.id), limit);
    const { items } = await this.streamer.listRecentStreams(name, { limit, cursor: 0 });
    const timesOf = new Map(times.map((time) => [time.id, time]));
    const streams = items.map((stream) => ({
      ...{ ...stream, changed_at: stream.started_at, last_seen_at: null },
      ...timesOf.get(stream.id),
    }));
    return { streamer, streams, installation };
  }
}

function nameOf({ display_name, name }: ListedStreamer): string {
  return plainText(display_name, name);
}

function titleOf({ title }: StreamSummary): string {
  return plainText(title, untitled.stream);
}

/** Returns the game and, after the end, the known figures. The figures of a live stream change with each observation. */
function describe({ game_name, ended_at, ...stream }: StreamSummary): string[] {
  const figures = [
    ['Average viewers', stream.avg_viewers],
    ['Peak viewers', stream.peak_viewers],
    ['Watchtime in viewer-minutes', stream.watchtime],
  ] as const;
  const known = ended_at === null ? [] : figures.filter(([, value]) => value !== null);
  return [plainText(game_name), ...known.map((figure) => figure.join(': '))].filter((line) => line !== '');
}
