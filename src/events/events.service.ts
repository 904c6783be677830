import { Injectable, NotFoundException } from '@nestjs/common';
import { parseId } from '../database/identifiers.js';
import { Page, toPage } from '../http/page.js';
import { unknownStreamer } from '../streamer/unknown-streamer.js';
import { EventDetail } from './dto/event-detail.response.js';
import { EventSummary } from './dto/event-summary.response.js';
import { EventsRepository } from './events.repository.js';

export const unknownEventMessage = 'There is no event with this id.';

const mostEvents = 1_000;
const mostStreams = 1_000;
const mostMarkers = 1_000;

/** Events. Private ones are there only for who may see them. */
@Injectable()
export class EventsService {
  constructor(private readonly repository: EventsRepository) {}

  async listPublic(limit: number, cursor: number): Promise<Page<EventSummary>> {
    return toPage(await this.repository.listPublic(cursor, limit + 1), cursor, limit);
  }

  /** The newest 1,000 events of a streamer, newest first. Throws a NotFoundException for an unknown streamer. */
  async listOfStreamer(name: string, maySeePrivate: boolean): Promise<EventSummary[]> {
    const events = await this.repository.listOfStreamer(name, maySeePrivate, mostEvents);
    if (events === null) throw unknownStreamer();
    return events;
  }

  /** Throws a NotFoundException for an unknown event, and for a private one to who may not see it. */
  async findEvent(idText: string, maySeePrivate: boolean): Promise<EventDetail> {
    const id = parseId(idText);
    const event = id === null ? null : await this.repository.findEvent(id, maySeePrivate);
    if (id === null || event === null) throw new NotFoundException(unknownEventMessage);
    const [streams, markers] = await Promise.all([
      this.repository.listStreams(id, mostStreams),
      this.repository.listMarkers(id, mostMarkers),
    ]);
    return { ...event, streams, markers };
  }
}
