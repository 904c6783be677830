import { Controller, Get, Param, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/lists/next-link.js';
import { Operation } from '../http/request/operation.decorator.js';
import { publicPath } from '../http/request/public-path.js';
import { badStreamerName, StreamerParams } from '../http/query/streamer.params.js';
import { unknownStreamerMessage } from '../http/errors/unknown-streamer.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { EventDetail } from './dto/event-detail.response.js';
import { EventSummary } from './dto/event-summary.response.js';
import { EventParams } from './dto/event.params.js';
import { PublicEventsQuery } from './dto/public-events.query.js';
import { EventsService, unknownEventMessage } from './events.service.js';

@Controller('v1')
@CachedApi('Events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
  ) {}

  @Get('events/public')
  @Operation({
    summary: 'List public events',
    description:
      'Returns public events, newest first, including past events. Events with the same start are sorted by ID. The list never contains private events.',
    ok: [EventSummary],
    okDescription: 'A page of events. Empty past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch public events',
    badRequest: 'limit must be an integer from 1 to 100',
  })
  listPublicEvents(@Query() { limit, cursor }: PublicEventsQuery): Promise<LoadedResponse<EventSummary[]>> {
    const path = publicPath(this.config, '/v1/events/public');
    return this.cache.getOrLoad(['public-events', limit, cursor], async () =>
      withNextLink(await this.events.listPublic(limit, cursor), path, limit),
    );
  }

  @Get('streamer/:name/events')
  @Operation({
    summary: 'List the events of a streamer',
    description:
      'Returns the events that a streamer took part in, newest first. Events with the same start are sorted by ID. The list has at most 1,000 events and 1,000,000 bytes, and is empty for a streamer without events. It contains private events only if the API requires a token.',
    ok: [EventSummary],
    okDescription: 'Events, newest first.',
    failure: 'Failed to fetch events of a streamer',
    badRequest: badStreamerName,
    notFound: unknownStreamerMessage,
  })
  listStreamerEvents(@Param() { name }: StreamerParams): Promise<LoadedResponse<EventSummary[]>> {
    return this.cache.getOrLoad(['streamer-events', name], () => this.events.listOfStreamer(name));
  }

  @Get('events/:id')
  @Operation({
    summary: 'Get an event',
    description:
      'Returns an event with its streams and markers. Private events return 404 unless the API requires a token.',
    ok: EventDetail,
    okDescription: 'The event.',
    failure: 'Failed to fetch event',
    notFound: unknownEventMessage,
  })
  findEvent(@Param() { id }: EventParams): Promise<LoadedResponse<EventDetail>> {
    return this.cache.getOrLoad(['event', id], () => this.events.findEvent(id));
  }
}
