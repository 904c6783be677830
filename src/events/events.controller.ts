import { Controller, Get, Param, Query } from '@nestjs/common';
import { TokenHolder } from '../auth/token-holder.decorator.js';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/next-link.js';
import { Operation } from '../http/operation.decorator.js';
import { WithHeaders } from '../http/with-headers.js';
import { badStreamerName, StreamerParams } from '../streamer/dto/streamer.params.js';
import { unknownStreamerMessage } from '../streamer/unknown-streamer.js';
import { EventDetail } from './dto/event-detail.response.js';
import { EventSummary } from './dto/event-summary.response.js';
import { EventParams } from './dto/event.params.js';
import { PublicEventsQuery } from './dto/public-events.query.js';
import { EventsService, unknownEventMessage } from './events.service.js';

@Controller('v1')
@LimitedApi('Events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get('events/public')
  @Operation({
    summary: 'Public events',
    description:
      'The public events, most recent first, those that have ended too; of equal start the lower id first. Private ones are never among them.',
    ok: [EventSummary],
    okDescription: 'A page of the events; [] past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch public events',
    cached: true,
    badRequest: 'limit must be an integer from 1 to 100',
  })
  async listPublicEvents(@Query() { limit, cursor }: PublicEventsQuery): Promise<WithHeaders<EventSummary[]>> {
    return withNextLink(await this.events.listPublic(limit, cursor), '/v1/events/public', limit);
  }

  @Get('streamer/:name/events')
  @Operation({
    summary: 'Events joined by a streamer',
    description:
      "The events that a streamer's streams are part of, most recent first; of equal start the lower id first; at most 1,000. [] for a streamer without events. Private events are among them only where a token is configured and the request carries it.",
    ok: [EventSummary],
    okDescription: 'The events.',
    failure: 'Failed to fetch events of a streamer',
    cached: true,
    badRequest: badStreamerName,
    notFound: unknownStreamerMessage,
  })
  listStreamerEvents(
    @Param() { name }: StreamerParams,
    @TokenHolder() maySeePrivate: boolean,
  ): Promise<EventSummary[]> {
    return this.events.listOfStreamer(name, maySeePrivate);
  }

  @Get('events/:id')
  @Operation({
    summary: 'Event detail',
    description:
      'An event with its streams and markers. A private event is there only where a token is configured and the request carries it.',
    ok: EventDetail,
    okDescription: 'The event.',
    failure: 'Failed to fetch event',
    cached: true,
    notFound: unknownEventMessage,
  })
  findEvent(@Param() { id }: EventParams, @TokenHolder() maySeePrivate: boolean): Promise<EventDetail> {
    return this.events.findEvent(id, maySeePrivate);
  }
}
