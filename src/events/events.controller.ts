import { Controller, Get, Param, Query } from '@nestjs/common';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/next-link.js';
import { Operation } from '../http/operation.decorator.js';
import { publicPath } from '../http/public-path.js';
import { badStreamerName, StreamerParams } from '../streamer/dto/streamer.params.js';
import { unknownStreamerMessage } from '../streamer/unknown-streamer.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
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
    summary: 'Public events',
    description:
      'The public events, most recent first, including those that have ended. Of events with the same start the lower id comes first. The list never includes private events.',
    ok: [EventSummary],
    okDescription: 'A page of the events. [] past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch public events',
    badRequest: 'limit must be an integer from 1 to 100',
  })
  listPublicEvents(@Query() { limit, cursor }: PublicEventsQuery): Promise<Found<EventSummary[]>> {
    const path = publicPath(this.config, '/v1/events/public');
    return this.cache.answer(['public-events', limit, cursor], async () =>
      withNextLink(await this.events.listPublic(limit, cursor), path, limit),
    );
  }

  @Get('streamer/:name/events')
  @Operation({
    summary: 'Events joined by a streamer',
    description:
      "The events that a streamer's streams are part of, most recent first. Of events with the same start the lower id comes first. At most 1,000, and 1,000,000 bytes. [] for a streamer without events. The list includes private events only if the API needs a token.",
    ok: [EventSummary],
    okDescription: 'The events, most recent first.',
    failure: 'Failed to fetch events of a streamer',
    badRequest: badStreamerName,
    notFound: unknownStreamerMessage,
  })
  listStreamerEvents(@Param() { name }: StreamerParams): Promise<Found<EventSummary[]>> {
    return this.cache.answer(['streamer-events', name], () => this.events.listOfStreamer(name));
  }

  @Get('events/:id')
  @Operation({
    summary: 'Event detail',
    description: 'An event with its streams and markers. A private event is found only if the API needs a token.',
    ok: EventDetail,
    okDescription: 'The event.',
    failure: 'Failed to fetch event',
    notFound: unknownEventMessage,
  })
  findEvent(@Param() { id }: EventParams): Promise<Found<EventDetail>> {
    return this.cache.answer(['event', id], () => this.events.findEvent(id));
  }
}
