import { Param, Query } from '@nestjs/common';
import { Page } from '../http/lists/page.js';
import { StreamerParams } from '../http/query/streamer.params.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { EventDetail } from './dto/event-detail.response.js';
import { EventSummary } from './dto/event-summary.response.js';
import { EventParams } from './dto/event.params.js';
import { PublicEventsQuery } from './dto/public-events.query.js';
import { EventsService } from './events.service.js';

@ReadController('v1', 'Events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Read('events/public', {
    summary: 'List public events',
    description:
      'Returns public events, newest first, including past events. Events with the same start are sorted by ID. The list never contains private events.',
    ok: [EventSummary],
    okDescription: 'A page of events. Empty past the end.',
  })
  listPublicEvents(@Query() { limit, cursor }: PublicEventsQuery): Promise<Page<EventSummary>> {
    return this.events.listPublic(limit, cursor);
  }

  @Read('streamer/:name/events', {
    summary: 'List the events of a streamer',
    description:
      'Returns the events that a streamer took part in, newest first. Events with the same start are sorted by ID. The list has at most 1,000 events and 1,000,000 bytes, and is empty for a streamer without events. It contains private events if the API requires a token.',
    ok: [EventSummary],
    okDescription: 'Events, newest first.',
  })
  listStreamerEvents(@Param() { name }: StreamerParams): Promise<EventSummary[]> {
    return this.events.listOfStreamer(name);
  }

  @Read('events/:id', {
    summary: 'Get an event',
    description:
      'Returns an event with its streams and markers. Private events return 404 unless the API requires a token.',
    ok: EventDetail,
    okDescription: 'The event.',
  })
  findEvent(@Param() { id }: EventParams): Promise<EventDetail> {
    return this.events.findEvent(id);
  }
}
