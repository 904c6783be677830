import { Injectable } from '@nestjs/common';
import { allTime, isAllTime, minuteMs } from '../../figures/time.js';
import { Clock } from '../../clock/clock.js';
import { EventDetail } from '../../events/dto/event-detail.response.js';
import { EventsService } from '../../events/events.service.js';
import { GamesService } from '../../games/games.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { ColabSessionsService } from '../../streams/colabs/colab-sessions.service.js';
import { StreamChatService } from '../../streams/chat/stream-chat.service.js';
import { StreamDetail } from '../../streams/detail/stream-detail.response.js';
import { StreamReportsService } from '../../streams/reports/stream-reports.service.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { maxGraphPoints, StreamViewersService } from '../../streams/viewers/stream-viewers.service.js';
import { endOfStream } from '../../streams/detail/stream-end.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { measureParts } from '../../figures/samples/known-parts.js';
import { granularityFor, listMoments, partsOf } from '../../events/figures/event-span.js';
import { minutesBetween } from '../parts/duration-text.js';
import { orNull } from '../parts/nullable.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';

const maxEvents = 3;

/** The data of a stream page. */
export type StreamView = Awaited<ReturnType<StreamViewLoader['load']>>;

/** A panel of a stream page. The subject is the ID of the stream. */
export type StreamPanel = PanelDefinition<StreamView, StreamViewLoader, string>;
export type StreamChart = ChartDefinition<StreamView, StreamViewLoader, string>;

/** Loads the data of a stream page from the services. Panels use the public ones. */
@Injectable()
export class StreamViewLoader {
  constructor(
    private readonly streams: StreamsService,
    private readonly streamers: StreamersService,
    readonly viewers: StreamViewersService,
    readonly chat: StreamChatService,
    private readonly reports: StreamReportsService,
    readonly colabs: ColabSessionsService,
    private readonly events: EventsService,
    private readonly games: GamesService,
    private readonly clock: Clock,
  ) {}

  /** Also loads the figures of a part of the stream. Throws a NotFoundException for an unknown stream. */
  async load(id: string, range = allTime, zone = 'UTC') {
    const stream = await this.streams.findDetail(id);
    const minutes = computeMinutes(stream, this.clock.now());
    const granularity = granularityFor(minutes);
    const [streamer, graph, chat, chatIntervals, before, after, colabs, events, games, part] = await Promise.all([
      this.streamers.findStreamer(stream.streamer_id),
      // A stream of more than 3,000 hours has more points.
      this.viewers.findGraph(id, granularity, { points: maxGraphPoints }),
      this.streams.findMessageStats(id),
      this.chat.list(id),
      orNull(this.streams.findBefore(id)),
      this.streams.findAfter(id),
      this.colabs.listOfStream(id),
      this.listEvents(stream),
      this.games.listKnown([stream, ...stream.changes]),
      isAllTime(range) ? null : this.reports.findStats(id, range),
    ]);
    const markers = events.flatMap((event) => event.markers);
    const { points: viewers, peak } = graph;
    const from = Date.parse(stream.started_at);
    const span = { from, to: from + minutes * minuteMs, granularity };
    const points = {
      times: viewers.map((point) => Date.parse(point.created_at)),
      viewers: viewers.map((point) => point.viewers),
    };
    const end = stream.ended_at === null ? null : Date.parse(stream.ended_at);
    const known = measureParts({ start: from, end, ...points, prunedUntil: null }, partsOf(span), span.to + 1);
    const measured = { moments: listMoments(span), ...known };
    return {
      ...{ stream, streamer, minutes, granularity, viewers, measured, peak, chat, before, after, colabs, events },
      ...{ markers, games, chatIntervals, part, zone },
    };
  }

  /** Returns the newest public events with this stream, of a limited number of events at its time. */
  private async listEvents({ id, streamer_id, started_at, ended_at }: StreamSummary): Promise<EventDetail[]> {
    const all = await this.events.listOfStreamer(streamer_id);
    const during = all.filter((event) => {
      const isBefore = ended_at !== null && event.started_at > ended_at;
      return event.is_public && !isBefore && (event.ended_at === null || event.ended_at >= started_at);
    });
    const details = await Promise.all(
      during.slice(0, maxEvents).map((event) => orNull(this.events.findEvent(event.id))),
    );
    return details.filter((event): event is EventDetail => event?.streams.some((stream) => stream.id === id) ?? false);
  }
}

/** Returns the length of a stream, as in the API. */
function computeMinutes(stream: StreamDetail, now: Date): number {
  return minutesBetween(stream.started_at, endOfStream(stream, stream.coverage.last_seen_at, now));
}
