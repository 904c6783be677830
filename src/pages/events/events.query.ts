import { IsIn } from 'class-validator';
import { EventSort, eventSorts } from '../../events/event-order.js';
import { CursorOnlyQuery } from '../parts/lists/list.query.js';

/** The order and position of a page of events. */
export class EventsPageQuery extends CursorOnlyQuery {
  @IsIn(eventSorts, { message: `sort must be one of ${eventSorts.join(', ')}` })
  sort: EventSort = 'started_at';
}
