import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { EventsService, unknownEventMessage } from '../../events/events.service.js';
import { granularitySeconds } from '../../streams/viewers/graph-granularity.js';
import { maxGraphPoints, StreamViewersService } from '../../streams/viewers/stream-viewers.service.js';
import { orNull } from '../parts/nullable.js';
import {
  eventSpan,
  EventSpan,
  highestTotal,
  largestStreams,
  Measured,
  listMoments,
  readRange,
  measureViewers,
} from './event-graph.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';

/** A stream of an event with its viewers during the event. */
export type EventLayer = Measured & { stream: EventStream };

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
    private readonly viewers: StreamViewersService,
    private readonly clock: Clock,
  ) {}

  /** Throws a NotFoundException for an unknown or private event. */
  async findEvent(id: string): Promise<EventDetail> {
    const event = await this.events.findEvent(id);
    if (!event.is_public) throw new NotFoundException(unknownEventMessage);
    return event;
  }

  /** Returns an event with the viewers of its largest streams, and the time of its peak if that is in the samples. */
  async load(id: string) {
    const event = await this.findEvent(id);
    const span = eventSpan(event, this.clock.now());
    const layers = await this.measure(event, span);
    return { event, span, moments: listMoments(span), layers, peakAt: await this.findPeak(event, span, layers) };
  }

  private measure(event: EventDetail, span: EventSpan): Promise<EventLayer[]> {
    const now = this.clock.now();
    return Promise.all(
      largestStreams(event.streams).map(async (stream) => {
        const range = { ...readRange(span, stream, now), points: maxGraphPoints };
        const points = (await orNull(this.viewers.listGraph(stream.id, span.granularity, range))) ?? [];
        return { stream, ...measureViewers(stream, points, span) };
      }),
    );
  }

  /** Looks for the peak in the minutes around the highest total, because longer intervals have averages. */
  private async findPeak(event: EventDetail, span: EventSpan, layers: readonly EventLayer[]): Promise<number | null> {
    if (event.peak_viewers === null || layers.length < event.streams.length) return null;
    const highest = highestTotal(layers, listMoments(span));
    if (highest.value === event.peak_viewers) return highest.at;
    const stepMs = granularitySeconds[span.granularity] * 1000;
    const [from, to] = [Math.max(span.from, highest.at - stepMs), Math.min(span.to, highest.at + stepMs)];
    const minutes = { from, to, granularity: 'minutely' } as const;
    const exact = highestTotal(await this.measure(event, minutes), listMoments(minutes));
    return exact.value === event.peak_viewers ? exact.at : null;
  }
}
