import { NamesQuery } from '../../http/query/names-query.decorator.js';
import { WindowQuery } from '../../http/query/window.query.js';

/** Several streamers and a window. */
export class StatsOfQuery extends WindowQuery {
  @NamesQuery({ required: true })
  names: string[];
}
