import { Param } from '@nestjs/common';
import { severalStreamsUnits } from '../../rate-limit/request-units.js';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { EventParams, EventGraphParams } from '../dto/event.params.js';
import { EventFiguresService, tooManySamplesMessage } from './event-figures.service.js';
import { EventMemberFigures, EventPoint, EventSegment } from './event-figures.response.js';

const limits =
  'Private events return 404 unless the API requires a token. Events whose streams have more than 1,000,000 viewer samples return 400.';

@ReadController('v1/events/:id', 'Events')
export class EventFiguresController {
  constructor(private readonly figures: EventFiguresService) {}

  @Read('graphs/:granularity', {
    summary: 'Get the viewer graph of an event',
    description: `Returns the concurrent viewers of all streams of an event over time, oldest first. The event is divided into intervals, beginning at its start; each interval in which a stream is live or has a sample is a point. A stream without a sample for more than 10 minutes is unknown. If the graph could have more than 3,000 points, the request returns 400 with the finest granularity that fits. ${limits}`,
    ok: [EventPoint],
    okDescription: 'Points, oldest first.',
    units: severalStreamsUnits,
  })
  listEventGraph(@Param() { id, granularity }: EventGraphParams): Promise<EventPoint[]> {
    return this.figures.listGraph(id, granularity);
  }

  @Read('segments', {
    summary: 'List the segments of an event',
    description: `Returns the segments of an event, which its markers separate, with the figures of all its streams together, and of official streams and co-streams. An event without markers has one segment. ${limits}`,
    ok: [EventSegment],
    okDescription: 'Segments, oldest first.',
    badRequest: tooManySamplesMessage,
    units: severalStreamsUnits,
  })
  listEventSegments(@Param() { id }: EventParams): Promise<EventSegment[]> {
    return this.figures.listSegments(id);
  }

  @Read('streams', {
    summary: 'List the streams of an event',
    description: `Returns the streams of an event by start, then by ID, each with its figures within the event. The list has at most 1,000,000 bytes of JSON. ${limits}`,
    ok: [EventMemberFigures],
    okDescription: 'Streams, by start.',
    badRequest: tooManySamplesMessage,
    units: severalStreamsUnits,
  })
  listEventStreams(@Param() { id }: EventParams): Promise<EventMemberFigures[]> {
    return this.figures.listStreams(id);
  }
}
