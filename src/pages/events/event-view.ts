import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventsService, unknownEventMessage } from '../../events/events.service.js';
import { StreamViewersService } from '../../streams/stream-viewers.service.js';
import { orNull } from '../parts/nullable.js';
import { EventGraphProps } from './event-viewers.js';
import { eventSpan, largestStreams, readRange } from './event-graph.js';

/** Loads the data of an event page. Shows public events only, because pages need no token. */
@Injectable()
export class EventViewLoader {
  constructor(
    private readonly events: EventsService,
    private readonly viewers: StreamViewersService,
    private readonly clock: Clock,
  ) {}

  /** Throws a NotFoundException for an unknown or private event. */
  async findEvent(id: string): Promise<EventDetail> {
    const event = await this.events.findEvent(id);
    if (!event.is_public) throw new NotFoundException(unknownEventMessage);
    return event;
  }

  /** Returns an event with the viewers of its largest streams. */
  async load(id: string): Promise<EventGraphProps> {
    const event = await this.findEvent(id);
    const now = this.clock.now();
    const span = eventSpan(event, now);
    const streams = largestStreams(event.streams);
    const graphs = await Promise.all(
      streams.map(async (stream) => ({
        stream,
        points: (await orNull(this.viewers.listGraph(stream.id, span.granularity, readRange(span, stream, now)))) ?? [],
      })),
    );
    return { event, span, graphs };
  }
}
