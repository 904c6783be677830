import { Injectable, NotFoundException } from '@nestjs/common';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { KnownParts } from '../../figures/samples/known-parts.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { unknownEventMessage } from '../../events/dto/event.params.js';
import { EventsService } from '../../events/events.service.js';
import { listMoments } from '../../events/figures/event-span.js';
import { EventFiguresService } from '../../events/figures/event-figures.service.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';

/** A stream of an event with its viewers during the event. */
export type EventLayer = KnownParts & { stream: EventStream };

/** The data of an event page. */
export type EventView = Awaited<ReturnType<EventViewLoader['load']>>;

/** A panel of an event page. The subject is the ID of the event. */
export type EventPanel = PanelDefinition<EventView, EventViewLoader, string>;
export type EventChart = ChartDefinition<EventView, EventViewLoader, string>;

/** Loads the data of an event page. Shows public events only, because pages need no token. */
@Injectable()
export class EventViewLoader {
  constructor(
    private readonly events: EventsService,
    private readonly figures: EventFiguresService,
  ) {}

  /** Throws a NotFoundException for an unknown or private event. */
  async findEvent(id: string): Promise<EventDetail> {
    const event = await this.events.findEvent(id);
    throwIfPrivate(event);
    return event;
  }

  /** Returns an event with its figures, the viewers of its largest streams, and the time of its peak if the samples have it. */
  async load(id: string) {
    const { event, span, segments, streams, layers: known } = await this.figures.find(id, { check: throwIfPrivate });
    const byId = new Map(event.streams.map((stream) => [stream.id, stream]));
    const layers = known.flatMap(({ id: streamId, ...layer }): EventLayer[] => {
      const stream = byId.get(streamId);
      return stream ? [{ stream, ...layer }] : [];
    });
    const peak = segments.find(
      ({ peak_viewers: viewers }) => viewers !== null && viewers === event.peak_viewers,
    )?.peak_at;
    const peakAt = peak ? Date.parse(peak) : null;
    return { event, span, moments: listMoments(span), layers, segments, streams, peakAt };
  }
}

function throwIfPrivate({ is_public }: EventDetail): void {
  if (!is_public) throw new NotFoundException(unknownEventMessage);
}
