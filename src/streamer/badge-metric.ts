/** The figures that a badge can show. */
export const badgeMetrics = [
  'followers',
  'live',
  'avg_viewers',
  'peak_viewers',
  'watchtime',
  'total_minutes',
  'stream_count',
] as const;

export type BadgeMetric = (typeof badgeMetrics)[number];
