import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../../http/request/limited-api.decorator.js';
import { Operation } from '../../http/request/operation.decorator.js';
import { severalStreamsUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { badGranularity } from '../../streams/detail/stream.params.js';
import { EventParams, EventGraphParams } from '../dto/event.params.js';
import { unknownEventMessage } from '../events.service.js';
import { EventFiguresService, tooManySamplesMessage } from './event-figures.service.js';
import { EventMemberFigures, EventPoint, EventSegment } from './event-figures.response.js';

const shared = { units: severalStreamsUnits, notFound: unknownEventMessage };
const limits =
  'Private events return 404 unless the API requires a token. Events whose streams have more than 1,000,000 viewer samples return 400.';

@Controller('v1/events/:id')
@CachedApi('Events')
export class EventFiguresController {
  constructor(
    private readonly figures: EventFiguresService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('graphs/:granularity')
  @Operation({
    summary: 'Get the viewer graph of an event',
    description: `Returns the concurrent viewers of all streams of an event over time, oldest first. The event is divided into intervals, beginning at its start; each interval in which a stream is live or has a sample is a point. A stream without a sample for more than 10 minutes is unknown. If the graph could have more than 3,000 points, the request returns 400 with the finest granularity that fits. ${limits}`,
    ok: [EventPoint],
    okDescription: 'Points, oldest first.',
    failure: 'Failed to fetch viewer graph of an event',
    badRequest: badGranularity,
    ...shared,
  })
  listEventGraph(@Param() { id, granularity }: EventGraphParams): Promise<LoadedResponse<EventPoint[]>> {
    return this.cache.getOrLoad(['event-graph', id, granularity], () => this.figures.listGraph(id, granularity));
  }

  @Get('segments')
  @Operation({
    summary: 'List the segments of an event',
    description: `Returns the segments of an event, which its markers separate, with the figures of all its streams together, and of official streams and co-streams. An event without markers has one segment. ${limits}`,
    ok: [EventSegment],
    okDescription: 'Segments, oldest first.',
    failure: 'Failed to fetch segments of an event',
    badRequest: tooManySamplesMessage,
    ...shared,
  })
  listEventSegments(@Param() { id }: EventParams): Promise<LoadedResponse<EventSegment[]>> {
    return this.cache.getOrLoad(['event-segments', id], () => this.figures.listSegments(id));
  }

  @Get('streams')
  @Operation({
    summary: 'List the streams of an event',
    description: `Returns the streams of an event by start, then by ID, each with its figures within the event. The list has at most 1,000,000 bytes of JSON. ${limits}`,
    ok: [EventMemberFigures],
    okDescription: 'Streams, by start.',
    failure: 'Failed to fetch streams of an event',
    badRequest: tooManySamplesMessage,
    ...shared,
  })
  listEventStreams(@Param() { id }: EventParams): Promise<LoadedResponse<EventMemberFigures[]>> {
    return this.cache.getOrLoad(['event-streams', id], () => this.figures.listStreams(id));
  }
}
