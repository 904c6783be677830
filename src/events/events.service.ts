import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { parseId } from '../database/platforms/platform-ids.js';
import { truncateList } from '../http/lists/truncate-list.js';
import { Page, toPage } from '../http/lists/page.js';
import { Clients } from '../http/request/clients.js';
import { ClientTurns } from '../response-cache/client-turns.js';
import { StreamerService } from '../streamer/streamer.service.js';
import { EventDetail } from './dto/event-detail.response.js';
import { EventSummary } from './dto/event-summary.response.js';
import { unknownEventMessage } from './dto/event.params.js';
import { EventSort } from './event-order.js';
import { DatedEvent, EventsRepository } from './events.repository.js';

const maxEvents = 1_000;
const maxStreams = 1_000;
const maxMarkers = 1_000;
/** Limit for the texts of all markers of an event. The import accepts 10,500 characters per marker. */
const maxMarkerBytes = 500_000;

/** Shows private events only if tokens are configured, because every caller then has a token. */
@Injectable()
export class EventsService {
  private readonly includePrivate: boolean;
  private readonly turns: ClientTurns;

  constructor(
    private readonly repository: EventsRepository,
    private readonly streamer: StreamerService,
    private readonly clock: Clock,
    clients: Clients,
    { apiTokens }: Config,
  ) {
    this.turns = new ClientTurns(clients);
    this.includePrivate = apiTokens.length > 0;
  }

  async listPublic(limit: number, cursor: number): Promise<Page<EventSummary>> {
    return toPage(await this.repository.listPublic(cursor, limit + 1), cursor, limit);
  }

  /** Returns the newest public events with the times of their last changes. */
  listDated(limit: number): Promise<DatedEvent[]> {
    return this.repository.listDated(limit);
  }

  /** Returns public events in an order, and the number of all. */
  async rankPublic(limit: number, cursor: number, sort: EventSort): Promise<Page<EventSummary>> {
    const [events, total] = await Promise.all([
      this.repository.listPublic(cursor, limit + 1, sort),
      this.repository.countPublic(),
    ]);
    return { ...toPage(events, cursor, limit), total };
  }

  /** Returns the newest events, at most 1,000, newest first. Throws a NotFoundException for an unknown streamer. */
  async listOfStreamer(name: string): Promise<EventSummary[]> {
    const streamerId = await this.streamer.findId(name);
    return truncateList(await this.repository.listOfStreamer(streamerId, this.includePrivate, maxEvents));
  }

  /**
   * Reads an event with up to 1,000 streams and markers, one event of a client at once. Throws a NotFoundException for an
   * unknown event, and for a private event if no token is configured.
   */
  findEvent(idText: string): Promise<EventDetail> {
    return this.turns.run(async () => {
      const id = parseId(idText);
      const event = id === null ? null : await this.repository.findEvent(id, this.includePrivate);
      if (id === null || event === null) throw new NotFoundException(unknownEventMessage);
      const markers = await this.repository.listMarkers(id, maxMarkers, maxMarkerBytes);
      const streams = await this.repository.listStreams(id, maxStreams, this.clock.now());
      return { ...event, markers: truncateList(markers), streams: truncateList(streams) };
    });
  }
}
