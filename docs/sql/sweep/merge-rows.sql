WITH changed AS (
      
    UPDATE streams t SET streamer_id = s.streamer_id, started_at = s.started_at, ended_at = s.ended_at, title = s.title, game_name = s.game_name, tags = s.tags, language = s.language, thumbnail = s.thumbnail, avg_viewers = s.avg_viewers, peak_viewers = s.peak_viewers, live_views = s.live_views, live_views_final = s.live_views_final, vod_id = s.vod_id, watchtime = s.watchtime, unique_chatters = s.unique_chatters, updated_at = s.updated_at, figures_from_samples = s.figures_from_samples, end_reason = s.end_reason, import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM stored_streams s
    WHERE t.id = s.id AND s.is_changed AND TRUE
      RETURNING t.id AS key_0
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN streams o ON o.id = c.key_0
      WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'streams', false, o.before
      FROM old o
      WHERE o.import_id IS DISTINCT FROM (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    ), counted AS (
      
    INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'streams', (SELECT count(*) FROM changed) - (SELECT count(*) FROM old o WHERE o.import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)) WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count
    )
    SELECT count(*) AS count FROM changed;

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
