WITH newest AS (
    SELECT DISTINCT ON (g.stream_id) g.*
    FROM staging_observations g
    WHERE g.shape = 'stream'
    ORDER BY g.stream_id, g.at DESC, g.origin, g.ordinal
  ), observed AS MATERIALIZED (
    SELECT n.stream_id AS id, n.at, n.streamer_id, n.title, n.game_name, n.tags, n.language, n.thumbnail,
      t.id IS NULL AS is_new, k.observed_at AS replaced_at, l.import_id,
      n.at > COALESCE(k.observed_at, '-infinity') AS is_later,
      n.at >= COALESCE(t.updated_at, '-infinity') AND ROW(t.streamer_id, t.started_at, t.title, t.game_name, t.tags, t.language, t.thumbnail) IS DISTINCT FROM ROW(n.streamer_id, n.started_at, n.title, n.game_name, n.tags, n.language, n.thumbnail) AS is_changed,
      CASE WHEN t.end_reason = 'given' THEN least(n.started_at, t.ended_at) ELSE n.started_at END AS started_at,
      CASE WHEN t.end_reason = 'given' THEN t.ended_at WHEN t.ended_at IS NOT NULL THEN greatest(t.ended_at, n.started_at) END AS ended_at,
      t.end_reason, t.avg_viewers, t.peak_viewers, t.live_views, t.live_views_final, t.vod_id, t.watchtime, t.unique_chatters,
      t.updated_at, COALESCE(t.figures_from_samples, FALSE) AS figures_from_samples,
      COALESCE(t.external_id, n.stream_external_id) AS external_id
    FROM newest n
    LEFT JOIN LATERAL (SELECT q.* FROM streams q WHERE q.id = n.stream_id OFFSET 0) t ON TRUE
    LEFT JOIN LATERAL (SELECT q.* FROM live_streams q WHERE q.stream_id = n.stream_id OFFSET 0) l ON TRUE
    CROSS JOIN LATERAL (SELECT COALESCE(l.observed_at, t.observed_at) AS observed_at) k
  ), noted AS (
    INSERT INTO changed_streams (stream_id, observed_at) SELECT o.id, o.at FROM observed o WHERE o.is_later
  ), kept AS (
    INSERT INTO import_changes (import_id, table_name, is_deleted, before)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'live_streams', FALSE,
      jsonb_build_object('stream_id', o.id, 'observed_at', o.replaced_at, 'import_id', o.import_id, 'replaced_by', o.at)
    FROM observed o
    WHERE o.is_later AND NOT o.is_new AND (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
  ), staged AS (
    INSERT INTO staging_streams (id, streamer_id, started_at, ended_at, title, game_name, tags, language, thumbnail, avg_viewers, peak_viewers, live_views, live_views_final, vod_id, watchtime, unique_chatters, updated_at, figures_from_samples, end_reason, external_id, origin)
    SELECT o.id, o.streamer_id, o.started_at, o.ended_at, o.title, o.game_name, o.tags, o.language, o.thumbnail, o.avg_viewers, o.peak_viewers, o.live_views, o.live_views_final, o.vod_id, o.watchtime, o.unique_chatters, o.updated_at, o.figures_from_samples, o.end_reason, o.external_id, 0 FROM observed o WHERE o.is_new OR (o.is_later AND o.is_changed)
    RETURNING 1
  )
  SELECT n.*, n.read - n.staged AS unchanged
  FROM (SELECT (SELECT count(*)::float8 FROM observed) AS read, (SELECT count(*)::float8 FROM staged) AS staged) n;
