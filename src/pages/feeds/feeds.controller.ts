import { NotFoundException, Param } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';
import { EventsService } from '../../events/events.service.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { absoluteUrl } from '../../http/request/public-path.js';
import { feedUnits } from '../../http/request/request-units.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { PageController, ShowPage } from '../page-responses.js';
import { streamerPath, streamPath } from '../parts/names/link.js';
import { plainText } from '../../streams/shown-text.js';
import { writeFeed } from './atom-text.js';
import { CalendarEntry, writeCalendar } from './calendar-text.js';

const maxInCalendar = 500;
const maxInFeed = 50;

/** Calendars and feeds with the data of pages. Programs read them without a token, like pages. */
@PageController('')
export class FeedsController {
  constructor(
    private readonly cache: ResponseCache,
    private readonly config: Config,
    private readonly streamer: StreamerService,
    private readonly streamers: StreamersService,
    private readonly streams: StreamsService,
    private readonly events: EventsService,
  ) {}

  @ShowPage('streamers/:name/streams.ics', 'Failed to write the calendar', feedUnits)
  sendStreams(@Param() { name }: StreamerParams): Promise<LoadedResponse> {
    return this.send(['calendar', name], 'text/calendar', async () => {
      const { streamer, streams } = await this.load(name, maxInCalendar);
      const entries = streams.map((stream) => this.ofStream(stream));
      return writeCalendar(`${nameOf(streamer)}: streams`, await Promise.all(entries));
    });
  }

  @ShowPage('streamers/:name/streams.atom', 'Failed to write the feed', feedUnits)
  async sendFeed(@Param() { name }: StreamerParams): Promise<LoadedResponse> {
    const { config } = this;
    if (config.publicUrl === undefined) throw new NotFoundException(unknownPathMessage(config));
    const address = (path: string) => absoluteUrl(config, path) ?? path;
    return this.send(['feed', name], 'application/atom+xml', async () => {
      const { streamer, streams } = await this.load(name, maxInFeed);
      return writeFeed({
        id: address(`/streamers/${streamer.id}/streams.atom`),
        self: address(`${streamerPath(streamer)}/streams.atom`),
        page: address(streamerPath(streamer)),
        title: `${nameOf(streamer)}: streams`,
        author: nameOf(streamer),
        entries: streams.map((stream) => ({
          ...{ id: address(streamPath(stream.id)), title: titleOf(stream), about: describe(stream) },
          ...{ published: stream.started_at, updated: stream.ended_at ?? stream.started_at },
        })),
      });
    });
  }

  @ShowPage('events.ics', 'Failed to write the calendar', feedUnits)
  sendEvents(): Promise<LoadedResponse> {
    return this.send(['calendar'], 'text/calendar', async () => {
      const { items } = await this.events.listPublic(maxInCalendar, 0);
      return writeCalendar(
        `${this.config.siteName}: events`,
        items.map((event) => this.ofEvent(event)),
      );
    });
  }

  private send(question: string[], type: string, write: () => Promise<string>): Promise<LoadedResponse> {
    return this.cache.getOrLoad(['feeds', ...question], async () => {
      return new WithHeaders(Buffer.from(await write()), { 'Content-Type': `${type}; charset=utf-8` });
    });
  }

  private async load(name: string, limit: number) {
    const [streamer, { items }] = await Promise.all([
      this.streamers.findStreamer(name),
      this.streamer.listRecentStreams(name, { limit, cursor: 0 }),
    ]);
    return { streamer, streams: items };
  }

  /** A live stream ends at its last observation. */
  private async ofStream(stream: StreamSummary): Promise<CalendarEntry> {
    const { id, started_at: from, ended_at } = stream;
    const to = ended_at ?? (await this.streams.findDetail(id)).coverage.last_seen_at;
    const url = absoluteUrl(this.config, streamPath(id));
    return { uid: `stream-${id}@streaming-analytics`, from, to, title: titleOf(stream), about: describe(stream), url };
  }

  private ofEvent({ id, title, started_at: from, ended_at: to, channels }: EventSummary): CalendarEntry {
    const about = channels === null ? [] : [channels.join(', ')];
    const url = absoluteUrl(this.config, `/events/${id}`);
    return { uid: `event-${id}@streaming-analytics`, from, to, title, about, url };
  }
}

function nameOf({ display_name, name }: ListedStreamer): string {
  return plainText(display_name, name);
}

function titleOf({ title, game_name, id }: StreamSummary): string {
  return title ?? game_name ?? `Stream ${id}`;
}

/** Returns the game and, after the end, the known figures. The figures of a live stream change with each observation. */
function describe({ game_name, ended_at, ...stream }: StreamSummary): string[] {
  const figures = [
    ['Average viewers', stream.avg_viewers],
    ['Peak viewers', stream.peak_viewers],
    ['Watchtime in viewer-minutes', stream.watchtime],
  ] as const;
  const known = ended_at === null ? [] : figures.filter(([, value]) => value !== null);
  return [...(game_name === null ? [] : [game_name]), ...known.map((figure) => figure.join(': '))];
}
