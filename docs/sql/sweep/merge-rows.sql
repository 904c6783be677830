INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T12:15:00.000Z' AND t.created_at <= '2026-03-01T12:15:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T12:20:00.000Z' AND t.created_at <= '2026-03-01T12:20:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;
