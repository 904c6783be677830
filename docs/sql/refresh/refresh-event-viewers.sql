SELECT e.id FROM events e WHERE e.figures_due FOR UPDATE SKIP LOCKED;

WITH totals AS (
    SELECT a.id AS event_id,
      COALESCE(u.viewer_ms, 0) + COALESCE(p.viewer_ms, 0) AS viewer_ms,
      COALESCE(u.time_ms, 0) + COALESCE(p.time_ms, 0) AS time_ms,
      greatest(u.peak_viewers, p.peak_viewers) AS peak,
      EXISTS (
        SELECT FROM event_streams l
        JOIN pruned_samples r ON r.stream_id = l.stream_id
        WHERE l.event_id = a.id AND r.last_at >= a.started_at
          AND r.last_at > COALESCE(p.counted_until, '-infinity')
      ) AS is_incomplete
    FROM events a
    LEFT JOIN 
  unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::timestamptz[])
    u(event_id, viewer_ms, time_ms, peak_viewers, known_until) ON u.event_id = a.id
    LEFT JOIN pruned_event_samples p ON p.event_id = a.id
    WHERE a.id = ANY ($1::bigint[])
  )
  UPDATE events t
  SET figures_due = FALSE,
    avg_viewers = CASE WHEN f.is_incomplete THEN t.avg_viewers ELSE CASE WHEN f.mean > 9007199254740991 THEN 9007199254740991 ELSE f.mean END END,
    peak_viewers = CASE WHEN f.is_incomplete THEN t.peak_viewers ELSE CASE WHEN f.peak > 9007199254740991 THEN 9007199254740991 ELSE f.peak END END
  FROM (
    SELECT q.event_id, q.is_incomplete, q.peak, COALESCE(div(2 * (q.viewer_ms)::numeric + q.time_ms, NULLIF(2 * q.time_ms, 0)), q.peak) AS mean
    FROM totals q
  ) f
  WHERE t.id = f.event_id;
