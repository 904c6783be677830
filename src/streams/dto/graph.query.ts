import { IntegerQuery } from '../../http/integer-query.decorator.js';
import { MomentQuery } from '../../http/moment-query.decorator.js';
import { mostPoints } from '../thinning.js';

/** Which part of a graph's time is asked for. */
export class GraphRangeQuery {
  @MomentQuery(
    'Only points of this moment or later: a date, which begins at 00:00 UTC, or a time with Z or an offset. Viewer graphs cut it to the granularity, in UTC.',
  )
  from?: string;

  @MomentQuery(
    'Only points before this moment: a date, which begins at 00:00 UTC, or a time. Viewer graphs cut it in the same way.',
  )
  to?: string;
}

/** The same, and in how many points. */
export class ThinnedGraphQuery extends GraphRangeQuery {
  @IntegerQuery({
    description: 'Maximum number of points. A longer graph is thinned to it.',
    default: 1_000,
    minimum: 2,
    maximum: mostPoints,
  })
  points = 1_000;
}

/** The same where a graph is thinned only if it is asked for. */
export class OptionallyThinnedGraphQuery extends GraphRangeQuery {
  @IntegerQuery({
    description: 'Maximum number of points, to which a longer graph is thinned. Without it nothing is thinned.',
    minimum: 2,
    maximum: mostPoints,
  })
  points?: number;
}
