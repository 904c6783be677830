/*
 * A live stream was last observed by its newest sample, and a stream that has a newer one beside it ended then. The import infers
 * both from what the files hold, so these hold what it needs.
 */

/** SQL for the end that the import will infer for a stream `t`, whose pruned samples are `p`; null where it infers none. */
export const inferredEnd = `(
  SELECT COALESCE(
    CASE WHEN o.at IS NOT NULL OR p.last_at IS NOT NULL THEN greatest(t.started_at, o.at, p.last_at) END,
    n.started_at
  )
  FROM (
    SELECT max(q.at) AS at
    FROM (
      SELECT max(v.created_at) FROM viewer_samples v WHERE v.stream_id = t.id AND v.created_at >= t.started_at
      UNION ALL
      SELECT k.last_at FROM packed_samples k WHERE k.stream_id = t.id AND k.last_at >= t.started_at
    ) q(at)
  ) o
  CROSS JOIN LATERAL (
    SELECT r.started_at FROM streams r
    WHERE r.streamer_id = t.streamer_id AND r.started_at >= t.started_at AND (r.started_at > t.started_at OR r.id < t.id)
    ORDER BY r.started_at
    LIMIT 1
  ) n)`;

/** SQL that adds the last one of the pruned samples of a stream without an end, if nothing else says when it was observed. */
export const lastObservations = `
  UNION ALL
  SELECT p.stream_id, p.last_at, p.last_viewers
  FROM pruned_samples p
  JOIN current_streams s ON s.id = p.stream_id
  WHERE (s.ended_at IS NULL OR s.is_end_inferred) AND s.observed_at = greatest(s.started_at, p.last_at)
    AND NOT EXISTS (SELECT FROM viewer_samples v WHERE v.stream_id = p.stream_id AND v.created_at >= p.last_at)
    AND NOT EXISTS (SELECT FROM packed_samples k WHERE k.stream_id = p.stream_id AND k.last_at >= p.last_at)`;
