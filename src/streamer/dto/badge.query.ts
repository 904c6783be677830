import { ChartTheme, chartThemes } from '../../charts/chart-styles.js';
import { ChoiceQuery } from '../../http/query/query-parameters.decorator.js';
import { IntegerQuery } from '../../http/query/integer-query.decorator.js';

/** The figures that a badge can show. */
const badgeMetrics = [
  'followers',
  'live',
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
      'Figure to show: the last follower count, whether the streamer is live, one of the thirty-day stats, or the rank by watchtime on the leaderboard of 30 days.',
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

  @ChoiceQuery({
    description: 'Colors for a light or dark background. `auto` follows the system of the reader.',
    default: 'auto',
    choices: chartThemes,
  })
  theme: ChartTheme = 'auto';
}
