import { NotFoundException, Param, Query } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { EventParams } from '../../events/dto/event.params.js';
import { EventsService, unknownEventMessage } from '../../events/events.service.js';
import { Found } from '../../response-cache/response-cache.js';
import { StreamViewersService } from '../../streams/stream-viewers.service.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { CursorOnlyQuery } from '../parts/cursor.query.js';
import { orNull } from '../parts/nullable.js';
import { EventPage } from './event.page.js';
import { eventSpan, largestStreams, readRange } from './event-graph.js';
import { EventsPage, eventsPerPage } from './events.page.js';

/** Pages of events. They show public events only, because pages need no token. */
@PageController('events')
export class EventsPageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly events: EventsService,
    private readonly viewers: StreamViewersService,
    private readonly clock: Clock,
  ) {}

  @ShowPage('', 'Failed to show the events')
  showEvents(@Query() { cursor }: CursorOnlyQuery): Promise<Found> {
    return this.pages.answer(['events', cursor], async () => (
      <EventsPage events={await this.events.listPublic(eventsPerPage, cursor)} cursor={cursor} />
    ));
  }

  @ShowPage(':id', 'Failed to show the event')
  showEvent(@Param() { id }: EventParams): Promise<Found> {
    return this.pages.answer(['event', id], () => this.loadEvent(id));
  }

  private async loadEvent(id: string) {
    const event = await this.events.findEvent(id);
    if (!event.is_public) throw new NotFoundException(unknownEventMessage);
    const now = this.clock.now();
    const span = eventSpan(event, now);
    const streams = largestStreams(event.streams);
    const graphs = await Promise.all(
      streams.map(async (stream) => ({
        stream,
        points: (await orNull(this.viewers.listGraph(stream.id, span.granularity, readRange(span, stream, now)))) ?? [],
      })),
    );
    return <EventPage event={event} span={span} graphs={graphs} />;
  }
}
