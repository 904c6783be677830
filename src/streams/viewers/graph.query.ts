import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { MomentQuery } from '../../http/query/moment-query.decorator.js';
import { datesInUtc, UtcQuery } from '../../http/query/query-parameters.decorator.js';
import { maxPoints } from '../../figures/thinning.js';
import { writeRange } from '../../figures/time.js';
import { readRange } from '../../http/query/range.query.js';
import { ViewerGraphParams } from '../detail/stream.params.js';
import { cutRange, granularitySeconds } from './graph-range.js';

/** The time range of a viewer graph. */
export class GraphRangeQuery {
  @MomentQuery(
    'Returns only points at or after this time: a date (00:00 UTC), or a time with `Z` or an offset. This time is rounded down to the granularity, in UTC.',
  )
  from?: string;

  @MomentQuery(
    'Returns only points before this time: a date (00:00 UTC), or a time with `Z` or an offset. This time is rounded down to the granularity, in UTC.',
  )
  to?: string;

  @UtcQuery(datesInUtc)
  tz?: string;

  static toCanonical(query: GraphRangeQuery, { granularity }: ViewerGraphParams): object {
    return writeRange(cutRange(readRange(query), granularitySeconds[granularity]));
  }
}

/** The time range of a viewer graph that is thinned only on request. */
export class OptionallyThinnedGraphQuery extends GraphRangeQuery {
  @IntegerQuery({
    description:
      'Maximum number of points. A longer graph is thinned. Without this parameter, the graph is not thinned.',
    minimum: 2,
    maximum: maxPoints,
  })
  points?: number;
}
