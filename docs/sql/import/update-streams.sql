WITH changed AS MATERIALIZED (
    SELECT c.stream_id, bool_or(c.is_moved) AS is_moved, bool_or(c.needs_sum) AS needs_sum,
      bool_or(c.is_unobserved) AS is_unobserved, max(c.observed_at) AS observed_at
    FROM changed_streams c
    GROUP BY c.stream_id
    -- In the order of the indexes, so that each of their pages is read only once.
    ORDER BY c.stream_id
  ), decided AS MATERIALIZED (
    SELECT c.stream_id, s.streamer_id, s.started_at, s.game_name, s.language, o.observed_at, i.import_id, u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.sample_count, u.longest_ms,
      x.ended_at AS new_ended_at, x.end_reason AS new_end_reason, x.observed_at AS new_observed_at, x.first_sampled_at AS new_first_sampled_at, x.last_sampled_at AS new_last_sampled_at, x.last_viewers AS new_last_viewers, x.sample_count AS new_sample_count, x.largest_gap_seconds AS new_largest_gap_seconds, x.avg_viewers AS new_avg_viewers, x.peak_viewers AS new_peak_viewers, x.watchtime AS new_watchtime, x.figures_from_samples AS new_figures_from_samples,
      CASE
        WHEN s.id IS NULL OR x.ended_at IS NOT NULL THEN CASE WHEN l.stream_id IS NOT NULL THEN 'leaves' END
        WHEN l.stream_id IS NULL THEN 'enters'
        WHEN ROW(l.game_name, l.language, l.observed_at, l.import_id, l.first_at, l.last_at, l.last_viewers, l.viewer_ms, l.peak_viewers, l.sample_count, l.longest_ms) IS DISTINCT FROM ROW(s.game_name, s.language, o.observed_at, i.import_id, u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.sample_count, u.longest_ms) THEN 'changes'
      END AS live_row,
      CASE WHEN s.id IS NOT NULL AND ROW(s.ended_at, s.end_reason, s.observed_at, s.first_sampled_at, s.last_sampled_at, s.last_viewers, s.sample_count, s.largest_gap_seconds, s.avg_viewers, s.peak_viewers, s.watchtime, s.figures_from_samples) IS DISTINCT FROM ROW(x.ended_at, x.end_reason, x.observed_at, x.first_sampled_at, x.last_sampled_at, x.last_viewers, x.sample_count, x.largest_gap_seconds, x.avg_viewers, x.peak_viewers, x.watchtime, x.figures_from_samples) THEN 'changes' END AS stream_row,
      s.id IS NOT NULL AND NOT (NOT s.figures_from_samples AND COALESCE(s.avg_viewers, s.peak_viewers, s.watchtime) IS NOT NULL) AND CASE
        WHEN l.stream_id IS NULL OR x.end_reason = 'given' THEN ROW(s.avg_viewers, s.peak_viewers, s.watchtime) IS DISTINCT FROM ROW(f.avg_viewers, u.peak_viewers, f.watchtime)
        ELSE ROW(l.first_at, l.last_at, l.last_viewers, l.viewer_ms, l.peak_viewers, l.sample_count, l.longest_ms) IS DISTINCT FROM ROW(u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.sample_count, u.longest_ms)
      END AS is_derived,
      f.watchtime >= 9007199254740991 AS is_capped
    FROM changed c
    LEFT JOIN LATERAL (SELECT q.* FROM streams q WHERE q.id = c.stream_id OFFSET 0) s ON TRUE
    LEFT JOIN LATERAL (SELECT q.* FROM live_streams q WHERE q.stream_id = c.stream_id OFFSET 0) l ON TRUE
    LEFT JOIN LATERAL (SELECT q.* FROM pruned_samples q WHERE q.stream_id = c.stream_id OFFSET 0) p ON TRUE
    -- The stream with its given end only, and its last observation.
    CROSS JOIN LATERAL (
      SELECT s.id, s.started_at, CASE WHEN s.end_reason = 'given' THEN s.ended_at END AS ended_at,
        greatest(c.observed_at, l.observed_at, s.observed_at) AS observed_at
    ) o
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN c.observed_at IS NOT NULL OR (l.stream_id IS NULL AND o.observed_at IS NOT NULL) THEN COALESCE((SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), (SELECT max(m.id) FROM imports m), 0)
        ELSE l.import_id
      END AS import_id
    ) i
    CROSS JOIN LATERAL (
      SELECT CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.first_at ELSE l.first_at END AS first_at, CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.last_at ELSE l.last_at END AS last_at, CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.last_viewers ELSE l.last_viewers END AS last_viewers, CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.viewer_ms ELSE l.viewer_ms END AS viewer_ms, CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.peak_viewers ELSE l.peak_viewers END AS peak_viewers, CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.sample_count ELSE l.sample_count END AS sample_count, CASE WHEN c.needs_sum OR l.stream_id IS NULL THEN p.longest_ms ELSE l.longest_ms END AS longest_ms
    ) b
    CROSS JOIN LATERAL (
    SELECT COALESCE(b.first_at, n.first_at) AS first_at, COALESCE(n.last_at, b.last_at) AS last_at,
      COALESCE(n.last_viewers, b.last_viewers) AS last_viewers,
      COALESCE(b.viewer_ms + n.viewer_ms, b.viewer_ms, n.viewer_ms) AS viewer_ms,
      greatest(b.peak_viewers, n.peak_viewers) AS peak_viewers,
      NULLIF(COALESCE(b.sample_count, 0) + n.sample_count, 0) AS sample_count,
      greatest(b.longest_ms, n.longest_ms) AS longest_ms
    FROM (
      SELECT min(h.created_at) AS first_at, max(h.created_at) AS last_at, max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers,
        sum(h.held_viewers::numeric * h.held_ms) AS viewer_ms, max(h.viewers) AS peak_viewers, count(*) AS sample_count,
        max(h.held_ms) AS longest_ms
      FROM (
        SELECT v.created_at, v.viewers, lag(v.viewers, 1, COALESCE(b.last_viewers, 0)) OVER series AS held_viewers,
          (date_part('epoch', v.created_at - lag(v.created_at, 1, COALESCE(b.last_at, v.created_at)) OVER series) * 1000)::bigint AS held_ms,
          lead(v.created_at) OVER series IS NULL AS is_last
        FROM (
    SELECT v.created_at, v.viewers FROM viewer_samples v WHERE v.stream_id = o.id AND 
    v.created_at >= o.started_at AND v.created_at <= COALESCE(o.ended_at, 'infinity')
      AND v.created_at > COALESCE(b.last_at, '-infinity') AND v.created_at < 'infinity'
    UNION ALL
    SELECT v.created_at, v.viewers
    FROM packed_samples k
    CROSS JOIN LATERAL unpack_samples(k) v
    WHERE k.stream_id = o.id AND k.last_at >= o.started_at AND 
    v.created_at >= o.started_at AND v.created_at <= COALESCE(o.ended_at, 'infinity')
      AND v.created_at > COALESCE(b.last_at, '-infinity') AND v.created_at < 'infinity') v
        WINDOW series AS (ORDER BY v.created_at)
      ) h
    ) n) u
    LEFT JOIN LATERAL (
  SELECT r.started_at
  FROM streams r
  WHERE r.streamer_id = s.streamer_id AND r.started_at >= s.started_at
    AND (r.started_at > s.started_at OR r.id < s.id)
  ORDER BY r.started_at
  LIMIT 1) n ON o.ended_at IS NULL
    CROSS JOIN LATERAL (SELECT 
  CASE
    WHEN o.ended_at IS NOT NULL THEN 'given'
    WHEN n.started_at IS NOT NULL THEN 'next_stream'
    -- COLLECT_KEEP has removed the next stream, which did start.
    WHEN s.end_reason = 'next_stream' AND NOT c.is_moved AND c.observed_at IS NULL THEN 'next_stream'
    WHEN c.is_unobserved THEN 'unobserved'
    WHEN s.end_reason = 'unobserved' AND COALESCE(greatest(c.observed_at, l.observed_at) <= s.observed_at, TRUE) THEN 'unobserved'
    -- Its end was taken back, or its next stream is gone, and it is overdue by now.
    WHEN l.stream_id IS NULL AND c.observed_at IS NULL AND o.observed_at <= (SELECT w.observed_at - interval '1 millisecond' * 600000 FROM newest_observation w WHERE w.platform = greatest((c.stream_id >> 58)::integer - 14, 1)) THEN 'unobserved'
  END AS reason) r
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN r.reason IS NOT NULL
        THEN COALESCE(o.ended_at, CASE WHEN COALESCE(o.observed_at, u.last_at) IS NULL THEN COALESCE(n.started_at, s.ended_at) ELSE greatest(s.started_at, o.observed_at, u.last_at) END)
      END AS ended_at
    ) e
    CROSS JOIN LATERAL stream_figures(
      u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.longest_ms, s.started_at, e.ended_at
    ) f
    LEFT JOIN LATERAL (
      SELECT o.observed_at, u.*, f.avg_viewers, f.watchtime, f.largest_gap_seconds
    ) k ON e.ended_at IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT e.ended_at, r.reason AS end_reason, k.observed_at, k.first_at AS first_sampled_at, k.last_at AS last_sampled_at,
        k.last_viewers, k.sample_count, k.largest_gap_seconds,
        CASE WHEN (NOT s.figures_from_samples AND COALESCE(s.avg_viewers, s.peak_viewers, s.watchtime) IS NOT NULL) THEN s.avg_viewers ELSE k.avg_viewers END AS avg_viewers, CASE WHEN (NOT s.figures_from_samples AND COALESCE(s.avg_viewers, s.peak_viewers, s.watchtime) IS NOT NULL) THEN s.peak_viewers ELSE k.peak_viewers END AS peak_viewers, CASE WHEN (NOT s.figures_from_samples AND COALESCE(s.avg_viewers, s.peak_viewers, s.watchtime) IS NOT NULL) THEN s.watchtime ELSE k.watchtime END AS watchtime,
        NOT (NOT s.figures_from_samples AND COALESCE(s.avg_viewers, s.peak_viewers, s.watchtime) IS NOT NULL) AND k.sample_count IS NOT NULL AS figures_from_samples
    ) x
    -- Most streams of files have a given end and no samples yet.
    WHERE c.needs_sum OR c.observed_at IS NOT NULL OR l.stream_id IS NOT NULL OR s.end_reason IS DISTINCT FROM 'given'
  ), leaving AS (
    DELETE FROM live_streams t USING decided d WHERE t.stream_id = d.stream_id AND d.live_row = 'leaves'
  ), changing AS (
    UPDATE live_streams t SET (game_name, language, observed_at, import_id, first_at, last_at, last_viewers, viewer_ms, peak_viewers, sample_count, longest_ms) = ROW(d.game_name, d.language, d.observed_at, d.import_id, d.first_at, d.last_at, d.last_viewers, d.viewer_ms, d.peak_viewers, d.sample_count, d.longest_ms)
    FROM decided d
    WHERE t.stream_id = d.stream_id AND d.live_row = 'changes'
  ), entering AS (
    INSERT INTO live_streams (stream_id, game_name, language, observed_at, import_id, first_at, last_at, last_viewers, viewer_ms, peak_viewers, sample_count, longest_ms)
    SELECT d.stream_id, d.game_name, d.language, d.observed_at, d.import_id, d.first_at, d.last_at, d.last_viewers, d.viewer_ms, d.peak_viewers, d.sample_count, d.longest_ms FROM decided d WHERE d.live_row = 'enters'
  ), ending AS (
    UPDATE streams t SET (ended_at, end_reason, observed_at, first_sampled_at, last_sampled_at, last_viewers, sample_count, largest_gap_seconds, avg_viewers, peak_viewers, watchtime, figures_from_samples) = ROW(d.new_ended_at, d.new_end_reason, d.new_observed_at, d.new_first_sampled_at, d.new_last_sampled_at, d.new_last_viewers, d.new_sample_count, d.new_largest_gap_seconds, d.new_avg_viewers, d.new_peak_viewers, d.new_watchtime, d.new_figures_from_samples)
    FROM decided d
    WHERE t.id = d.stream_id AND d.stream_row = 'changes'
  ), naming AS (
    UPDATE streamers t SET named_at = n.observed_at
    FROM (SELECT d.streamer_id, max(d.new_observed_at) AS observed_at FROM decided d WHERE d.stream_row = 'changes' GROUP BY d.streamer_id) n
    WHERE t.id = n.streamer_id AND n.observed_at > COALESCE(t.named_at, '-infinity')
  ), marking AS (
    INSERT INTO due_months (month) 
    SELECT DISTINCT to_char(d.day AT TIME ZONE 'UTC', 'YYYY-MM')
    FROM (SELECT DISTINCT date_bin('1 day', m.at, '2000-01-01T00:00:00Z') AS day FROM (SELECT d.started_at AS at FROM decided d WHERE COALESCE(d.live_row, d.stream_row) IS NOT NULL) m WHERE m.at IS NOT NULL) d
  )
  SELECT count(*) FILTER (WHERE d.is_derived)::float8 AS "derivedFigures",
    count(*) FILTER (WHERE d.is_derived AND d.is_capped)::float8 AS "cappedFigures"
  FROM decided d;
