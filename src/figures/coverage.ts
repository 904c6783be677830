/**
 * Returns SQL that is true if a live stream of `streams s` was observed, but not in the last 30 minutes. Helix pages
 * arrive every few minutes. `now` is SQL for a time.
 */
export function isStale(now: string): string {
  return `(s.ended_at IS NULL AND COALESCE(s.observed_at < ${now} - interval '30 minutes', FALSE))`;
}

/**
 * Returns SQL for a subquery of a streamer's live stream: `is_stale` and the last observation. If the streamer is
 * offline, the subquery has no row. The parameters are SQL for a channel ID and a time.
 */
export function selectLiveStream(streamerId: string, now: string): string {
  return `(
    SELECT ${isStale(now)} AS is_stale, s.observed_at AS last_seen_at
    FROM current_streams s
    WHERE s.streamer_id = ${streamerId} AND s.ended_at IS NULL
    LIMIT 1
  )`;
}

/** SQL for the live columns of a subquery `o` from {@link selectLiveStream}, with or without a row. */
export const lastSeenColumns =
  'o.is_stale IS NOT NULL AS is_live, COALESCE(o.is_stale, FALSE) AS is_stale, o.last_seen_at';

/** SQL for the columns of {@link Coverage} over streams of `streams s`. */
export const coverageFigures = `
  min(s.first_sampled_at) AS tracked_since,
  max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
  COALESCE(sum(s.sample_count), 0)::bigint AS sample_count,
  max(s.largest_gap_seconds) AS largest_gap_seconds`;
