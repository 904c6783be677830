/** What the leaderboard can be sorted by, as callers write it. */
export const leaderboardMetrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

export type LeaderboardMetric = (typeof leaderboardMetrics)[number];
