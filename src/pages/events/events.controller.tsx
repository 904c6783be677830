import { Param, Query } from '@nestjs/common';
import { EventParams } from '../../events/dto/event.params.js';
import { EventsService } from '../../events/events.service.js';
import { samplesPageUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { EventPage } from './event.page.js';
import { EventViewLoader } from './event-view.js';
import { EventsPage, EventsPageQuery, eventsPerPage } from './events.page.js';

/** Pages of events. They show public events only, because pages need no token. */
@PageController('events')
export class EventsPageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly events: EventsService,
    private readonly views: EventViewLoader,
  ) {}

  @ShowPage('', 'Failed to show the events')
  showEvents(@Query() query: EventsPageQuery): Promise<LoadedResponse> {
    const { cursor, sort } = query;
    return this.pages.respond(['events', cursor, sort], async () => (
      <EventsPage events={await this.events.rankPublic(eventsPerPage, cursor, sort)} query={query} />
    ));
  }

  @ShowPage(':id', 'Failed to show the event', samplesPageUnits)
  showEvent(@Param() { id }: EventParams): Promise<LoadedResponse> {
    return this.pages.respond(['event', id], async () => <EventPage view={await this.views.load(id)} />);
  }
}
