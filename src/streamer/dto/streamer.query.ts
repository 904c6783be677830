import { ChartTheme } from '../../charts/chart-styles.js';
import { maxPoints } from '../../figures/thinning.js';
import { ChoiceQuery } from '../../http/query/query-parameters.decorator.js';
import { CursorQuery, IntegerQuery } from '../../http/query/integer-query.decorator.js';
import { RangeQuery } from '../../http/query/range.query.js';
import { HeightQuery, ThemeQuery, WidthQuery } from '../../streams/pictures/picture.query.js';

/** The figures that a badge can show. */
const badgeMetrics = [
  'followers',
  'live',
  'viewers',
  'avg_viewers',
  'peak_viewers',
  'watchtime',
  'total_minutes',
  'stream_count',
  'rank',
] as const;

export type BadgeMetric = (typeof badgeMetrics)[number];

export class BadgeQuery {
  @ChoiceQuery({
    description:
      'Figure to show: the last follower count, whether the streamer is live, the viewers of the live stream, one of the thirty-day stats, or the rank by watchtime on the leaderboard of 30 days.',
    default: 'followers',
    choices: badgeMetrics,
  })
  metric: BadgeMetric = 'followers';

  @IntegerQuery({
    description: 'Height in pixels. The width depends on the text.',
    default: 20,
    minimum: 16,
    maximum: 64,
  })
  height = 20;

  @ThemeQuery()
  theme: ChartTheme = 'auto';
}

/** The range of a graph of followers or subscribers, and the maximum number of its points. */
export class CountGraphQuery extends RangeQuery {
  @IntegerQuery({
    description: 'Maximum number of points. A longer graph is thinned.',
    default: 1_000,
    minimum: 2,
    maximum: maxPoints,
  })
  points = 1_000;
}

/** The range, size and theme of such a graph as a picture. */
export class CountPictureQuery extends RangeQuery {
  @WidthQuery()
  width = 640;

  @HeightQuery()
  height = 240;

  @ThemeQuery()
  theme: ChartTheme = 'auto';
}

/** A page of the streams that started in a range. */
export class RecentStreamsQuery extends RangeQuery {
  @IntegerQuery({ description: 'Maximum number of streams.', default: 20, minimum: 1, maximum: 100 })
  limit = 20;

  @CursorQuery('streams')
  cursor = 0;
}
