import { ChartTheme } from '../../charts/chart-styles.js';
import { maxPoints } from '../../figures/thinning.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { RangeQuery } from '../../http/query/range.query.js';
import { HeightQuery, ThemeQuery, WidthQuery } from '../../streams/pictures/picture.query.js';

/** The range of a follower graph, and the maximum number of its points. */
export class FollowerGraphQuery extends RangeQuery {
  @IntegerQuery({
    description: 'Maximum number of points. A longer graph is thinned.',
    default: 1_000,
    minimum: 2,
    maximum: maxPoints,
  })
  points = 1_000;
}

/** The range, size and theme of a drawn follower graph. */
export class FollowerPictureQuery extends RangeQuery {
  @WidthQuery()
  width = 640;

  @HeightQuery()
  height = 240;

  @ThemeQuery()
  theme: ChartTheme = 'auto';
}
