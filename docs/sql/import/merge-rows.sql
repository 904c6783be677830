ANALYZE staging_streamers (id);

DELETE FROM staging_streamers s
    USING (SELECT r.id, max(r.origin) AS last FROM staging_streamers r GROUP BY r.id HAVING count(*) > 1) k
    WHERE s.id = k.id AND s.origin < k.last;

INSERT INTO stored_streamers
    SELECT DISTINCT ON (s.id) s.*, ROW(t.login, t.display_name, t.profile_image) IS DISTINCT FROM ROW(s.login, s.display_name, s.profile_image) AS is_changed
    FROM staging_streamers s
    JOIN streamers t ON t.id = s.id AND TRUE
    ORDER BY s.id, s.origin DESC;

INSERT INTO streamers (id, login, display_name, profile_image, import_id)
    SELECT DISTINCT ON (s.id) s.id, s.login, s.display_name, s.profile_image, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_streamers s
    
    ORDER BY s.id, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'streamers', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

ANALYZE staging_streams (id);

DELETE FROM staging_streams s
    USING (SELECT r.id, max(r.origin) AS last FROM staging_streams r GROUP BY r.id HAVING count(*) > 1) k
    WHERE s.id = k.id AND s.origin < k.last;

INSERT INTO stored_streams
    SELECT DISTINCT ON (s.id) s.*, ROW(t.streamer_id, t.started_at, t.ended_at, t.title, t.game_name, t.tags, t.language, t.thumbnail, t.avg_viewers, t.peak_viewers, t.live_views, t.live_views_final, t.vod_id, t.watchtime, t.unique_chatters, t.updated_at, t.figures_from_samples, t.end_reason) IS DISTINCT FROM ROW(s.streamer_id, s.started_at, s.ended_at, s.title, s.game_name, s.tags, s.language, s.thumbnail, s.avg_viewers, s.peak_viewers, s.live_views, s.live_views_final, s.vod_id, s.watchtime, s.unique_chatters, s.updated_at, s.figures_from_samples, s.end_reason) AS is_changed
    FROM staging_streams s
    JOIN streams t ON t.id = s.id AND TRUE
    ORDER BY s.id, s.origin DESC;

INSERT INTO streams (id, streamer_id, started_at, ended_at, title, game_name, tags, language, thumbnail, avg_viewers, peak_viewers, live_views, live_views_final, vod_id, watchtime, unique_chatters, updated_at, figures_from_samples, end_reason, import_id)
    SELECT DISTINCT ON (s.id) s.id, s.streamer_id, s.started_at, s.ended_at, s.title, s.game_name, s.tags, s.language, s.thumbnail, s.avg_viewers, s.peak_viewers, s.live_views, s.live_views_final, s.vod_id, s.watchtime, s.unique_chatters, s.updated_at, s.figures_from_samples, s.end_reason, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_streams s
    
    ORDER BY s.id, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'streams', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

ANALYZE staging_viewer_samples (stream_id, created_at);

INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T12:05:00.000Z' AND t.created_at <= '2026-03-01T12:05:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO viewer_samples (stream_id, created_at, viewers, import_id)
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.stream_id, s.created_at, s.viewers, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_viewer_samples s
    
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'viewer_samples', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

ANALYZE staging_stream_changes (stream_id, created_at);

INSERT INTO stored_stream_changes
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.title, t.game_name, t.tags, t.language) IS DISTINCT FROM ROW(s.title, s.game_name, s.tags, s.language) AS is_changed
    FROM staging_stream_changes s
    JOIN stream_changes t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND TRUE
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO stream_changes (stream_id, created_at, title, game_name, tags, language, import_id)
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.stream_id, s.created_at, s.title, s.game_name, s.tags, s.language, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_stream_changes s
    
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'stream_changes', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T12:10:00.000Z' AND t.created_at <= '2026-03-01T12:10:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;
