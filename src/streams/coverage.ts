/** How long a live stream may not have been observed before it counts as stale: a page of Helix comes every few minutes. */
const staleAfter = `interval '30 minutes'`;

/** SQL for whether a stream of `streams s` is live but was observed, and is so no more. `now` is the SQL of a moment. */
export function isStale(now: string): string {
  return `(s.ended_at IS NULL AND COALESCE(s.observed_at < ${now} - ${staleAfter}, FALSE))`;
}

/** SQL for how well many streams of `streams s` are known: the columns of {@link Coverage}. */
export const coverageFigures = `
  min(s.first_sampled_at) AS tracked_since,
  max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
  COALESCE(sum(s.sample_count), 0)::bigint AS sample_count,
  max(s.largest_gap_seconds) AS largest_gap_seconds`;
