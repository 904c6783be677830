import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { MomentQuery } from '../../http/query/moment-query.decorator.js';
import { maxPoints } from '../../figures/thinning.js';

/** The time range of a graph. */
export class GraphRangeQuery {
  @MomentQuery(
    'Returns only points at or after this time: a date (00:00 UTC), or a time with `Z` or an offset. For viewer graphs, this time is rounded down to the granularity, in UTC.',
  )
  from?: string;

  @MomentQuery(
    'Returns only points before this time: a date (00:00 UTC), or a time with `Z` or an offset. For viewer graphs, this time is rounded down to the granularity, in UTC.',
  )
  to?: string;
}

/** The time range of a graph, and the maximum number of its points. */
export class ThinnedGraphQuery extends GraphRangeQuery {
  @IntegerQuery({
    description: 'Maximum number of points. A longer graph is thinned.',
    default: 1_000,
    minimum: 2,
    maximum: maxPoints,
  })
  points = 1_000;
}

/** The time range of a graph that is thinned only on request. */
export class OptionallyThinnedGraphQuery extends GraphRangeQuery {
  @IntegerQuery({
    description:
      'Maximum number of points. A longer graph is thinned. Without this parameter, the graph is not thinned.',
    minimum: 2,
    maximum: maxPoints,
  })
  points?: number;
}
