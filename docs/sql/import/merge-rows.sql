DELETE FROM staging_streamers s
    USING (SELECT r.id, max(r.origin) AS last FROM staging_streamers r GROUP BY r.id HAVING count(*) > 1) k
    WHERE s.id = k.id AND s.origin < k.last;

ANALYZE staging_streamers (id);

INSERT INTO stored_streamers
    SELECT DISTINCT ON (s.id) s.*, ROW(t.login, t.display_name, t.profile_image, t.external_id) IS DISTINCT FROM ROW(s.login, s.display_name, s.profile_image, s.external_id) AS is_changed
    FROM staging_streamers s
    JOIN streamers t ON t.id = s.id AND TRUE
    ORDER BY s.id, s.origin DESC;

WITH changed AS (
      
    UPDATE streamers t SET login = s.login, display_name = s.display_name, profile_image = s.profile_image, external_id = s.external_id, import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM stored_streamers s
    WHERE t.id = s.id AND s.is_changed AND TRUE
      RETURNING t.id
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN streamers o ON o.id = c.id
      WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'streamers', false, o.before
      FROM old o
      WHERE o.import_id IS DISTINCT FROM (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    ), counted AS (
      
    INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'streamers', (SELECT count(*) FROM changed) - (SELECT count(*) FROM old o WHERE o.import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)) WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count
    )
    SELECT count(*) AS count FROM changed;

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

ANALYZE staging_viewer_samples (stream_id, created_at);

INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T12:10:00.000Z' AND t.created_at <= '2026-03-01T12:10:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO viewer_samples (stream_id, created_at, viewers, import_id)
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.stream_id, s.created_at, s.viewers, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_viewer_samples s
    
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'viewer_samples', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

DELETE FROM staging_follower_points s
    USING (SELECT r.streamer_id, r.created_at, max(r.origin) AS last FROM staging_follower_points r GROUP BY r.streamer_id, r.created_at HAVING count(*) > 1) k
    WHERE s.streamer_id = k.streamer_id AND s.created_at = k.created_at AND s.origin < k.last;

ANALYZE staging_follower_points (streamer_id, created_at);

INSERT INTO stored_follower_points
    SELECT DISTINCT ON (s.streamer_id, s.created_at) s.*, ROW(t.followers) IS DISTINCT FROM ROW(s.followers) AS is_changed
    FROM staging_follower_points s
    JOIN follower_points t ON t.streamer_id = s.streamer_id AND t.created_at = s.created_at AND TRUE
    ORDER BY s.streamer_id, s.created_at, s.origin DESC;

INSERT INTO follower_points (streamer_id, created_at, followers, import_id)
    SELECT DISTINCT ON (s.streamer_id, s.created_at) s.streamer_id, s.created_at, s.followers, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_follower_points s
    
    ORDER BY s.streamer_id, s.created_at, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'follower_points', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

DELETE FROM staging_streams s
    USING (SELECT r.id, max(r.origin) AS last FROM staging_streams r GROUP BY r.id HAVING count(*) > 1) k
    WHERE s.id = k.id AND s.origin < k.last;

ANALYZE staging_streams (id);

INSERT INTO stored_streams
    SELECT DISTINCT ON (s.id) s.*, ROW(t.streamer_id, t.started_at, t.ended_at, t.title, t.game_name, t.tags, t.language, t.thumbnail, t.avg_viewers, t.peak_viewers, t.live_views, t.live_views_final, t.vod_id, t.watchtime, t.unique_chatters, t.updated_at, t.figures_from_samples, t.end_reason, t.external_id) IS DISTINCT FROM ROW(s.streamer_id, s.started_at, s.ended_at, s.title, s.game_name, s.tags, s.language, s.thumbnail, s.avg_viewers, s.peak_viewers, s.live_views, s.live_views_final, s.vod_id, s.watchtime, s.unique_chatters, s.updated_at, s.figures_from_samples, s.end_reason, s.external_id) AS is_changed
    FROM staging_streams s
    JOIN streams t ON t.id = s.id AND TRUE
    ORDER BY s.id, s.origin DESC;

WITH changed AS (
      
    UPDATE streams t SET streamer_id = s.streamer_id, started_at = s.started_at, ended_at = s.ended_at, title = s.title, game_name = s.game_name, tags = s.tags, language = s.language, thumbnail = s.thumbnail, avg_viewers = s.avg_viewers, peak_viewers = s.peak_viewers, live_views = s.live_views, live_views_final = s.live_views_final, vod_id = s.vod_id, watchtime = s.watchtime, unique_chatters = s.unique_chatters, updated_at = s.updated_at, figures_from_samples = s.figures_from_samples, end_reason = s.end_reason, external_id = s.external_id, import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM stored_streams s
    WHERE t.id = s.id AND s.is_changed AND TRUE
      RETURNING t.id
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN streams o ON o.id = c.id
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

INSERT INTO streams (id, streamer_id, started_at, ended_at, title, game_name, tags, language, thumbnail, avg_viewers, peak_viewers, live_views, live_views_final, vod_id, watchtime, unique_chatters, updated_at, figures_from_samples, end_reason, external_id, import_id)
    SELECT DISTINCT ON (s.id) s.id, s.streamer_id, s.started_at, s.ended_at, s.title, s.game_name, s.tags, s.language, s.thumbnail, s.avg_viewers, s.peak_viewers, s.live_views, s.live_views_final, s.vod_id, s.watchtime, s.unique_chatters, s.updated_at, s.figures_from_samples, s.end_reason, s.external_id, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_streams s
    WHERE NOT EXISTS (SELECT FROM stored_streams t WHERE t.id = s.id)
    ORDER BY s.id, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'streams', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T11:10:00.000Z' AND t.created_at <= '2026-03-01T11:10:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

WITH changed AS (
      
    UPDATE viewer_samples t SET viewers = s.viewers, import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM stored_viewer_samples s
    WHERE t.stream_id = s.stream_id AND t.created_at = s.created_at AND s.is_changed AND t.created_at >= '2026-03-01T11:10:00.000Z' AND t.created_at <= '2026-03-01T11:10:00.000Z'
      RETURNING t.stream_id, t.created_at
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN viewer_samples o ON o.stream_id = c.stream_id AND o.created_at = c.created_at
      WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'viewer_samples', false, o.before
      FROM old o
      WHERE o.import_id IS DISTINCT FROM (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    ), counted AS (
      
    INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'viewer_samples', (SELECT count(*) FROM changed) - (SELECT count(*) FROM old o WHERE o.import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)) WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count
    )
    SELECT count(*) AS count FROM changed;

INSERT INTO viewer_samples (stream_id, created_at, viewers, import_id)
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.stream_id, s.created_at, s.viewers, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_viewer_samples s
    WHERE NOT EXISTS (SELECT FROM stored_viewer_samples t WHERE t.stream_id = s.stream_id AND t.created_at = s.created_at)
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

DELETE FROM staging_events s
    USING (SELECT r.id, max(r.origin) AS last FROM staging_events r GROUP BY r.id HAVING count(*) > 1) k
    WHERE s.id = k.id AND s.origin < k.last;

ANALYZE staging_events (id);

INSERT INTO stored_events
    SELECT DISTINCT ON (s.id) s.*, ROW(t.title, t.description, t.started_at, t.ended_at, t.logo_url, t.user_id, t.is_public, t.host_stream_id) IS DISTINCT FROM ROW(s.title, s.description, s.started_at, s.ended_at, s.logo_url, s.user_id, s.is_public, s.host_stream_id) AS is_changed
    FROM staging_events s
    JOIN events t ON t.id = s.id AND TRUE
    ORDER BY s.id, s.origin DESC;

INSERT INTO events (id, title, description, started_at, ended_at, logo_url, user_id, is_public, host_stream_id, import_id)
    SELECT DISTINCT ON (s.id) s.id, s.title, s.description, s.started_at, s.ended_at, s.logo_url, s.user_id, s.is_public, s.host_stream_id, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_events s
    
    ORDER BY s.id, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'events', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

DELETE FROM staging_event_streams s
    USING (SELECT r.event_id, r.stream_id, max(r.origin) AS last FROM staging_event_streams r GROUP BY r.event_id, r.stream_id HAVING count(*) > 1) k
    WHERE s.event_id = k.event_id AND s.stream_id = k.stream_id AND s.origin < k.last;

ANALYZE staging_event_streams (event_id, stream_id);

INSERT INTO stored_event_streams
    SELECT DISTINCT ON (s.event_id, s.stream_id) s.*, ROW(t.role) IS DISTINCT FROM ROW(s.role) AS is_changed
    FROM staging_event_streams s
    JOIN event_streams t ON t.event_id = s.event_id AND t.stream_id = s.stream_id AND TRUE
    ORDER BY s.event_id, s.stream_id, s.origin DESC;

INSERT INTO event_streams (event_id, stream_id, role, import_id)
    SELECT DISTINCT ON (s.event_id, s.stream_id) s.event_id, s.stream_id, s.role, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_event_streams s
    
    ORDER BY s.event_id, s.stream_id, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'event_streams', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

DELETE FROM staging_colab_sessions s
    USING (SELECT r.id, max(r.origin) AS last FROM staging_colab_sessions r GROUP BY r.id HAVING count(*) > 1) k
    WHERE s.id = k.id AND s.origin < k.last;

ANALYZE staging_colab_sessions (id);

INSERT INTO stored_colab_sessions
    SELECT DISTINCT ON (s.id) s.*, ROW(t.started_at, t.ended_at) IS DISTINCT FROM ROW(s.started_at, s.ended_at) AS is_changed
    FROM staging_colab_sessions s
    JOIN colab_sessions t ON t.id = s.id AND TRUE
    ORDER BY s.id, s.origin DESC;

INSERT INTO colab_sessions (id, started_at, ended_at, import_id)
    SELECT DISTINCT ON (s.id) s.id, s.started_at, s.ended_at, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_colab_sessions s
    
    ORDER BY s.id, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'colab_sessions', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;
