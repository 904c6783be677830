/** How long a live stream may not have been observed before it counts as stale: a page of Helix comes every few minutes. */
const staleAfter = `interval '30 minutes'`;

/** SQL for whether a live stream of `streams s` was observed, but not of late. `now` is the SQL of a moment. */
export function isStale(now: string): string {
  return `(s.ended_at IS NULL AND COALESCE(s.observed_at < ${now} - ${staleAfter}, FALSE))`;
}

/**
 * SQL of a subquery for a streamer's live stream: whether it is stale, and when it was last observed; no row without one. The
 * parameters are the SQL of a channel id and of a moment.
 */
export function liveStreamOf(streamerId: string, now: string): string {
  return `(
    SELECT ${isStale(now)} AS is_stale, s.observed_at AS last_seen_at
    FROM current_streams s
    WHERE s.streamer_id = ${streamerId} AND s.ended_at IS NULL
    LIMIT 1
  )`;
}

/** SQL for the columns that say so, of a subquery `o` that may have no row. */
export const liveColumns = 'o.is_stale IS NOT NULL AS is_live, COALESCE(o.is_stale, FALSE) AS is_stale, o.last_seen_at';

/** SQL for how well many streams of `streams s` are known: the columns of {@link Coverage}. */
export const coverageFigures = `
  min(s.first_sampled_at) AS tracked_since,
  max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
  COALESCE(sum(s.sample_count), 0)::bigint AS sample_count,
  max(s.largest_gap_seconds) AS largest_gap_seconds`;
