BEGIN;

SET LOCAL work_mem = '128MB';
  SET LOCAL maintenance_work_mem = '256MB';
  SET LOCAL jit = off;

SELECT pg_catalog.pg_try_advisory_xact_lock($1) AS locked;

CREATE TEMP TABLE IF NOT EXISTS changed_streams (stream_id bigint NOT NULL, is_moved boolean NOT NULL DEFAULT FALSE, needs_sum boolean NOT NULL DEFAULT FALSE, observed_at timestamptz(3), is_unobserved boolean NOT NULL DEFAULT FALSE) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS sampled_days (stream_id bigint NOT NULL, first_at timestamptz(3) NOT NULL, last_at timestamptz(3) NOT NULL) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS observed_changes (stream_id bigint NOT NULL, at timestamptz(3) NOT NULL, from_at timestamptz(3) NOT NULL, title text, game_name text, tags text[], language text) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS streams_to_prune (stream_id bigint NOT NULL) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staging_helix (shape text NOT NULL, at timestamptz(3) NOT NULL, ordinal bigint NOT NULL, streamer_id bigint, login text, display_name text, profile_image text, stream_id bigint, started_at timestamptz(3), title text, game_name text, tags text[], language text, thumbnail text, viewers bigint, followers bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;

INSERT INTO imports (id, imported_at, imported_by, inputs, kinds, changes, can_undo)
    SELECT COALESCE(max(i.id), 0) + 1, $1, session_user, $2, '[]', 0, $3 FROM imports i
    RETURNING id, set_config('analytics.import_id', id::text, TRUE),
      set_config('analytics.keeps_changes', can_undo::text, TRUE);

COPY staging_helix FROM STDIN;

ANALYZE staging_helix;

SELECT FROM forgotten_ids LIMIT 1;

SELECT g.shape, count(*)::float8 AS count, min(g.at) AS from, max(g.at) AS to
    FROM staging_helix g
    GROUP BY g.shape;

WITH changed AS (
      INSERT INTO newest_observation AS t (observed_at, import_id)
    SELECT max(g.at), (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer) FROM staging_helix g
    WHERE g.shape IN ('stream', 'nobody')
    HAVING max(g.at) IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET observed_at = excluded.observed_at, import_id = excluded.import_id
    WHERE excluded.observed_at > t.observed_at
      RETURNING t.id AS key_0
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN newest_observation o ON o.id = c.key_0
      WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'newest_observation', false, o.before
      FROM old o
      WHERE o.import_id IS DISTINCT FROM (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    ), counted AS (
      
    INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'newest_observation', (SELECT count(*) FROM changed) - (SELECT count(*) FROM old o WHERE o.import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)) WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count
    )
    SELECT count(*) AS count FROM changed;

CREATE TEMP TABLE IF NOT EXISTS staging_streamers (id bigint, login text, display_name text, profile_image text, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_streamers (id bigint, login text, display_name text, profile_image text, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_streamers, stored_streamers;

WITH observed AS MATERIALIZED (
    SELECT n.streamer_id, t.id IS NULL AS is_new, t.login, t.display_name, t.profile_image, w.takes_login, w.fills_login,
      CASE WHEN w.takes_login OR w.fills_login THEN n.login ELSE t.login END AS claimed,
      CASE WHEN w.takes_login OR w.fills_login THEN n.login_at ELSE v.named_at END AS claimed_at,
      CASE
        WHEN t.id IS NULL OR t.display_name = t.id::text THEN COALESCE(n.display_name, n.login, n.streamer_id::text)
        WHEN n.name_at > COALESCE(v.named_at, '-infinity') THEN n.display_name
        -- The login stands in for a display name that nobody has observed.
        WHEN w.takes_login AND n.display_name IS NULL AND t.display_name = t.login THEN n.login
        ELSE t.display_name
      END AS new_name,
      CASE WHEN n.pictured_at > COALESCE(t.pictured_at, '-infinity') THEN n.profile_image ELSE t.profile_image END AS new_image
    FROM (
      SELECT g.streamer_id, 
      (array_agg(g.display_name ORDER BY g.at DESC, g.origin, g.ordinal) FILTER (WHERE g.display_name IS NOT NULL))[1] AS display_name,
      max(g.at) FILTER (WHERE g.display_name IS NOT NULL) AS name_at, 
      (array_agg(g.login ORDER BY g.at DESC, g.origin, g.ordinal) FILTER (WHERE g.login IS NOT NULL))[1] AS login,
      max(g.at) FILTER (WHERE g.login IS NOT NULL) AS login_at,
        
      (array_agg(g.profile_image ORDER BY g.at DESC, g.origin, g.ordinal) FILTER (WHERE g.shape = 'user'))[1] AS profile_image,
      max(g.at) FILTER (WHERE g.shape = 'user') AS pictured_at
      FROM staging_helix g
      WHERE g.shape IN ('stream', 'user')
      GROUP BY g.streamer_id
    ) n
    LEFT JOIN LATERAL (SELECT q.* FROM streamers q WHERE q.id = n.streamer_id OFFSET 0) t ON TRUE
    
  CROSS JOIN LATERAL (
    SELECT greatest(t.named_at, (
      SELECT max(k.observed_at)
      FROM streams q
      JOIN live_streams k ON k.stream_id = q.id
      WHERE q.streamer_id = t.id AND q.ended_at IS NULL
    )) AS named_at
    OFFSET 0
  ) v
    CROSS JOIN LATERAL (
      SELECT COALESCE(n.login_at > COALESCE(v.named_at, '-infinity'), FALSE) AS takes_login,
        COALESCE(t.login IS NULL AND n.login_at <= v.named_at, FALSE) AS fills_login
    ) w
  ), claims AS (
    SELECT o.claimed AS login, o.streamer_id, o.claimed_at AS at, o.fills_login, o.claimed IS NOT DISTINCT FROM o.login AS is_holder
    FROM observed o
    UNION ALL
    SELECT h.login, h.id, v.named_at, FALSE, TRUE
    FROM observed o
    LEFT JOIN LATERAL (SELECT q.* FROM streamers q WHERE q.login = o.claimed OFFSET 0) h ON TRUE
    
  CROSS JOIN LATERAL (
    SELECT greatest(h.named_at, (
      SELECT max(k.observed_at)
      FROM streams q
      JOIN live_streams k ON k.stream_id = q.id
      WHERE q.streamer_id = h.id AND q.ended_at IS NULL
    )) AS named_at
    OFFSET 0
  ) v
    WHERE (o.takes_login OR o.fills_login) AND h.id <> o.streamer_id AND h.id NOT IN (SELECT s.streamer_id FROM observed s)
  ), holders AS MATERIALIZED (
    SELECT DISTINCT ON (c.login) c.login, c.streamer_id
    FROM claims c
    WHERE c.login IS NOT NULL
    ORDER BY c.login, c.fills_login, c.at DESC NULLS LAST, c.is_holder DESC, c.streamer_id
  ), changed AS (
    SELECT o.streamer_id AS id, h.login, o.new_name AS display_name, o.new_image AS profile_image
    FROM observed o
    LEFT JOIN holders h ON h.streamer_id = o.streamer_id
    WHERE o.is_new OR ROW(o.login, o.display_name, o.profile_image) IS DISTINCT FROM ROW(h.login, o.new_name, o.new_image)
  ), released AS (
    SELECT t.id, NULL::text, t.display_name, t.profile_image
    FROM holders h
    LEFT JOIN LATERAL (SELECT q.* FROM streamers q WHERE q.login = h.login OFFSET 0) t ON TRUE
    WHERE t.id <> h.streamer_id AND t.id NOT IN (SELECT o.streamer_id FROM observed o)
  ), staged AS (
    INSERT INTO staging_streamers (id, login, display_name, profile_image, origin)
    SELECT c.*, 0 FROM changed c UNION ALL SELECT r.*, 0 FROM released r
    RETURNING 1
  )
  SELECT (SELECT count(*)::float8 FROM observed) AS read, (SELECT count(*)::float8 FROM changed) AS changed,
    (SELECT count(*)::float8 FROM staged) AS staged;

CREATE TEMP TABLE IF NOT EXISTS staging_streams (id bigint, streamer_id bigint, started_at timestamptz(3), ended_at timestamptz(3), title text, game_name text, tags text[], language text, thumbnail text, avg_viewers bigint, peak_viewers bigint, live_views bigint, live_views_final bigint, vod_id text, watchtime bigint, unique_chatters bigint, updated_at timestamptz(3), figures_from_samples boolean, end_reason text, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_streams (id bigint, streamer_id bigint, started_at timestamptz(3), ended_at timestamptz(3), title text, game_name text, tags text[], language text, thumbnail text, avg_viewers bigint, peak_viewers bigint, live_views bigint, live_views_final bigint, vod_id text, watchtime bigint, unique_chatters bigint, updated_at timestamptz(3), figures_from_samples boolean, end_reason text, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_streams, stored_streams;

WITH newest AS (
    SELECT DISTINCT ON (g.stream_id) g.*
    FROM staging_helix g
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
      t.updated_at, COALESCE(t.figures_from_samples, FALSE) AS figures_from_samples
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
    INSERT INTO staging_streams (id, streamer_id, started_at, ended_at, title, game_name, tags, language, thumbnail, avg_viewers, peak_viewers, live_views, live_views_final, vod_id, watchtime, unique_chatters, updated_at, figures_from_samples, end_reason, origin)
    SELECT o.id, o.streamer_id, o.started_at, o.ended_at, o.title, o.game_name, o.tags, o.language, o.thumbnail, o.avg_viewers, o.peak_viewers, o.live_views, o.live_views_final, o.vod_id, o.watchtime, o.unique_chatters, o.updated_at, o.figures_from_samples, o.end_reason, 0 FROM observed o WHERE o.is_new OR (o.is_later AND o.is_changed)
    RETURNING 1
  )
  SELECT (SELECT count(*)::float8 FROM observed) AS read, (SELECT count(*)::float8 FROM staged) AS staged;

ANALYZE staging_streams (id);

DELETE FROM staging_streams s
    USING (SELECT r.id, max(r.origin) AS last FROM staging_streams r GROUP BY r.id HAVING count(*) > 1) k
    WHERE s.id = k.id AND s.origin < k.last;

UPDATE staging_streams s
    SET avg_viewers = t.avg_viewers, peak_viewers = t.peak_viewers, watchtime = t.watchtime, figures_from_samples = TRUE
    FROM streams t
    WHERE t.id = s.id AND t.figures_from_samples
      AND s.avg_viewers IS NULL AND s.peak_viewers IS NULL AND s.watchtime IS NULL;

UPDATE staging_streams s SET ended_at = greatest(s.started_at, t.ended_at), end_reason = t.end_reason
    FROM streams t
    WHERE t.id = s.id AND t.end_reason <> 'given' AND s.ended_at IS NULL;

INSERT INTO changed_streams (stream_id, is_moved, needs_sum)
    SELECT s.id, t.id IS NULL OR m.is_moved, m.is_moved OR m.has_other_figures
    FROM staging_streams s
    LEFT JOIN streams t ON t.id = s.id
    CROSS JOIN LATERAL (
      SELECT t.id IS NOT NULL AND ROW(t.streamer_id, t.started_at, t.ended_at) IS DISTINCT FROM ROW(s.streamer_id, s.started_at, s.ended_at)
        AS is_moved,
        t.id IS NOT NULL AND ROW(t.avg_viewers, t.peak_viewers, t.watchtime) IS DISTINCT FROM ROW(s.avg_viewers, s.peak_viewers, s.watchtime)
          AS has_other_figures
    ) m
    WHERE t.id IS NULL OR m.is_moved OR m.has_other_figures
      -- live_streams has a copy.
      OR (t.ended_at IS NULL AND t.game_name IS DISTINCT FROM s.game_name);

WITH neighbors AS (
  SELECT p.*
  FROM (SELECT DISTINCT c.stream_id FROM changed_streams c WHERE c.is_moved) c
  JOIN streams s ON s.id = c.stream_id
  CROSS JOIN LATERAL (
    SELECT r.id, r.end_reason, r.observed_at, r.last_sampled_at
    FROM streams r
    WHERE r.streamer_id = s.streamer_id AND r.started_at <= s.started_at AND (r.started_at < s.started_at OR r.id > s.id)
    ORDER BY r.started_at DESC, r.id
    LIMIT 1
  ) p)
    INSERT INTO changed_streams (stream_id) SELECT n.id FROM neighbors n WHERE n.end_reason = 'next_stream';

UPDATE events e SET figures_due = TRUE 
    FROM event_streams l
    JOIN streams t ON t.id = l.stream_id
    JOIN staging_streams s ON s.id = t.id
    WHERE l.event_id = e.id AND ROW(t.started_at, t.ended_at) IS DISTINCT FROM ROW(s.started_at, s.ended_at);

INSERT INTO stored_streams
    SELECT DISTINCT ON (s.id) s.*, ROW(t.streamer_id, t.started_at, t.ended_at, t.title, t.game_name, t.tags, t.language, t.thumbnail, t.avg_viewers, t.peak_viewers, t.live_views, t.live_views_final, t.vod_id, t.watchtime, t.unique_chatters, t.updated_at, t.figures_from_samples, t.end_reason) IS DISTINCT FROM ROW(s.streamer_id, s.started_at, s.ended_at, s.title, s.game_name, s.tags, s.language, s.thumbnail, s.avg_viewers, s.peak_viewers, s.live_views, s.live_views_final, s.vod_id, s.watchtime, s.unique_chatters, s.updated_at, s.figures_from_samples, s.end_reason) AS is_changed
    FROM staging_streams s
    JOIN streams t ON t.id = s.id AND TRUE
    ORDER BY s.id, s.origin DESC;

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

INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.started_at) FROM staging_streams t), $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;

CREATE TEMP TABLE IF NOT EXISTS staging_stream_changes (stream_id bigint, created_at timestamptz(3), title text, game_name text, tags text[], language text, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_stream_changes (stream_id bigint, created_at timestamptz(3), title text, game_name text, tags text[], language text, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_stream_changes, stored_stream_changes;

INSERT INTO observed_changes (stream_id, at, from_at, title, game_name, tags, language)
  SELECT DISTINCT ON (g.stream_id, g.at) g.stream_id, g.at, r.from_at, g.title, g.game_name, g.tags, g.language
  FROM (
    SELECT n.stream_id, min(n.at) AS from_at
    FROM staging_helix n
    LEFT JOIN LATERAL (
      SELECT t.* FROM stream_changes t WHERE t.stream_id = n.stream_id ORDER BY t.created_at DESC LIMIT 1
    ) c ON TRUE
    WHERE n.shape = 'stream'
    GROUP BY n.stream_id
    HAVING NOT bool_and(COALESCE(
      c.created_at < n.at AND ROW(c.title, c.game_name, c.tags, c.language) IS NOT DISTINCT FROM ROW(n.title, n.game_name, n.tags, n.language), FALSE
    ))
  ) r
  JOIN staging_helix g ON g.stream_id = r.stream_id AND g.shape = 'stream'
  ORDER BY g.stream_id, g.at, g.origin, g.ordinal; ANALYZE observed_changes;

INSERT INTO staging_stream_changes (stream_id, created_at, title, game_name, tags, language, origin)
  WITH stored AS (
    SELECT a.stream_id, a.from_at, c.created_at AS at, TRUE AS is_change, c.title, c.game_name, c.tags, c.language
    FROM (SELECT DISTINCT o.stream_id, o.from_at FROM observed_changes o) a
    CROSS JOIN LATERAL (
      (
        SELECT t.* FROM stream_changes t
        WHERE t.stream_id = a.stream_id AND t.created_at < a.from_at
        ORDER BY t.created_at DESC LIMIT 1
      )
      UNION ALL
      (SELECT t.* FROM stream_changes t WHERE t.stream_id = a.stream_id AND t.created_at >= a.from_at OFFSET 0)
    ) c
    UNION ALL
    SELECT a.stream_id, a.from_at, v.created_at, FALSE, NULL, NULL, NULL, NULL
    FROM (SELECT DISTINCT o.stream_id, o.from_at FROM observed_changes o) a
    CROSS JOIN LATERAL (
      SELECT q.created_at FROM all_viewer_samples q
      WHERE q.stream_id = a.stream_id AND q.created_at >= a.from_at AND q.created_at >= $1
      OFFSET 0
    ) v
  ), runs AS (
    SELECT p.*, count(*) FILTER (WHERE p.is_change) OVER (PARTITION BY p.stream_id ORDER BY p.at, NOT p.is_change) AS run
    FROM stored p
  ), known AS (
    SELECT r.stream_id, r.from_at, r.at, first_value(r.title) OVER run AS title, first_value(r.game_name) OVER run AS game_name, first_value(r.tags) OVER run AS tags, first_value(r.language) OVER run AS language, TRUE AS is_stored
    FROM runs r
    WHERE r.run > 0
    WINDOW run AS (PARTITION BY r.stream_id, r.run ORDER BY r.at, NOT r.is_change)
  ), all_observations AS (
    SELECT DISTINCT ON (u.stream_id, u.at) u.*
    FROM (
      SELECT k.* FROM known k
      UNION ALL
      SELECT o.stream_id, o.from_at, o.at, o.title, o.game_name, o.tags, o.language, FALSE FROM observed_changes o
    ) u
    ORDER BY u.stream_id, u.at, u.is_stored DESC
  ), compared AS (
    SELECT w.*, lag(w.at) OVER stream IS NULL OR ROW(w.title, w.game_name, w.tags, w.language) IS DISTINCT FROM
      ROW(lag(w.title) OVER stream, lag(w.game_name) OVER stream, lag(w.tags) OVER stream, lag(w.language) OVER stream) AS is_change
    FROM all_observations w
    WINDOW stream AS (PARTITION BY w.stream_id ORDER BY w.at)
  )
  SELECT c.stream_id, c.at, c.title, c.game_name, c.tags, c.language, 0 FROM compared c WHERE c.at >= c.from_at AND c.is_change;

WITH changed AS (
      
    DELETE FROM stream_changes t
    USING (
      SELECT a.stream_id, q.created_at AS at
      FROM (SELECT DISTINCT o.stream_id, o.from_at FROM observed_changes o) a
      CROSS JOIN LATERAL (
        SELECT c.created_at FROM stream_changes c WHERE c.stream_id = a.stream_id AND c.created_at >= a.from_at OFFSET 0
      ) q
      WHERE NOT EXISTS (
        SELECT FROM staging_stream_changes s WHERE s.stream_id = a.stream_id AND s.created_at = q.created_at
      )
    ) k
    WHERE t.stream_id = k.stream_id AND t.created_at = k.at
      RETURNING t.stream_id AS key_0, t.created_at AS key_1
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN stream_changes o ON o.stream_id = c.key_0 AND o.created_at = c.key_1
      WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'stream_changes', true, o.before
      FROM old o
      WHERE o.import_id IS DISTINCT FROM (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    ), counted AS (
      
    INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'stream_changes', 0 - (SELECT count(*) FROM old o WHERE o.import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)) WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count
    )
    SELECT count(*) AS count FROM changed;

UPDATE data_summary d
    SET row_count = d.row_count - $2, newest = CASE WHEN d.row_count > $2 THEN d.newest END, changed_at = now()
    WHERE d.kind = $1 AND $2 > 0;

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

INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, NULL, $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;

CREATE TEMP TABLE IF NOT EXISTS staging_viewer_samples (stream_id bigint, created_at timestamptz(3), viewers bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_viewer_samples (stream_id bigint, created_at timestamptz(3), viewers bigint, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_viewer_samples, stored_viewer_samples;

SELECT n.id
    FROM (SELECT DISTINCT q.* FROM (SELECT g.stream_id FROM staging_helix g WHERE g.shape = 'stream') q) n(id)
    CROSS JOIN LATERAL (SELECT FROM packed_samples k WHERE k.stream_id = n.id OFFSET 0) p;

INSERT INTO staging_viewer_samples (stream_id, created_at, viewers, origin)
    SELECT n.stream_id, n.at, greatest(n.viewers, t.viewers), n.origin
    FROM (
      SELECT DISTINCT ON (g.stream_id, g.at) g.stream_id, g.at, g.viewers, g.origin
      FROM staging_helix g
      WHERE g.shape = $1
      ORDER BY g.stream_id, g.at, g.viewers DESC
    ) n
    -- OFFSET 0 has each row looked up by itself: of the moment of a sweep the planner expects no row yet.
    LEFT JOIN LATERAL (
      SELECT q.viewers FROM viewer_samples q
      WHERE q.stream_id = n.stream_id AND q.created_at = n.at AND q.created_at >= $2 AND q.created_at <= $3
      OFFSET 0
    ) t ON TRUE;

TRUNCATE sampled_days;
    INSERT INTO sampled_days (stream_id, first_at, last_at)
    SELECT v.stream_id, min(v.created_at), max(v.created_at)
    FROM staging_viewer_samples v
    GROUP BY v.stream_id, date_bin('1 day', v.created_at, '2000-01-01T00:00:00Z');

SELECT n.id
    FROM (SELECT DISTINCT q.* FROM (SELECT d.stream_id FROM sampled_days d) q) n(id)
    CROSS JOIN LATERAL (SELECT FROM packed_samples k WHERE k.stream_id = n.id OFFSET 0) p;

SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM (SELECT d.first_at AS created_at FROM sampled_days d) s ORDER BY day;

SELECT p.table, p.name, p.from, p.to
    FROM (
      SELECT i.inhparent::regclass::text AS table, c.oid::regclass::text AS name,
        (regexp_match(b.bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz AS from,
        (regexp_match(b.bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz AS to
      FROM pg_catalog.pg_inherits i
      JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
      CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) b(bound)
      WHERE i.inhparent IN ('viewer_samples'::regclass, 'packed_samples'::regclass) AND NOT i.inhdetachpending
    ) p
    ORDER BY p.from NULLS FIRST, p.name;

SELECT min(d.first_at) AS from, max(d.last_at) AS to FROM sampled_days d;

ANALYZE staging_viewer_samples (stream_id, created_at);

UPDATE events e SET figures_due = TRUE 
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT d.stream_id FROM sampled_days d);

INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T12:15:00.000Z' AND t.created_at <= '2026-03-01T12:15:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO viewer_samples (stream_id, created_at, viewers, import_id)
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.stream_id, s.created_at, s.viewers, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_viewer_samples s
    
    ORDER BY s.stream_id, s.created_at, s.origin DESC;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'viewer_samples', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;

INSERT INTO changed_streams (stream_id, needs_sum)
    SELECT v.stream_id, NOT COALESCE(v.first_at > l.last_at, l.stream_id IS NOT NULL)
    FROM (
      SELECT q.stream_id, min(q.created_at) AS first_at
      FROM staging_viewer_samples q
      WHERE NOT EXISTS (
        SELECT FROM stored_viewer_samples k
        WHERE k.stream_id = q.stream_id AND k.created_at = q.created_at AND NOT k.is_changed
      )
      GROUP BY q.stream_id
    ) v
    LEFT JOIN live_streams l ON l.stream_id = v.stream_id;

SELECT count(*) AS outside
    FROM staging_viewer_samples v
    JOIN streams s ON s.id = v.stream_id
    WHERE (v.created_at < s.started_at OR (v.created_at > s.ended_at AND s.end_reason = 'given'))
      -- Most imports have none, and need not look at all samples.
      AND EXISTS (
        SELECT FROM sampled_days d
        JOIN streams o ON o.id = d.stream_id
        WHERE d.first_at < o.started_at OR (d.last_at > o.ended_at AND o.end_reason = 'given')
      );

INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.created_at) FROM staging_viewer_samples t), $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;

WITH neighbors AS (
  SELECT p.*
  FROM (SELECT DISTINCT c.stream_id FROM changed_streams c WHERE c.is_moved) c
  JOIN streams s ON s.id = c.stream_id
  CROSS JOIN LATERAL (
    SELECT r.id, r.end_reason, r.observed_at, r.last_sampled_at
    FROM streams r
    WHERE r.streamer_id = s.streamer_id AND r.started_at <= s.started_at AND (r.started_at < s.started_at OR r.id > s.id)
    ORDER BY r.started_at DESC, r.id
    LIMIT 1
  ) p), followed AS (
      UPDATE streams t SET end_reason = 'next_stream' FROM neighbors n WHERE t.id = n.id AND n.end_reason = 'unobserved'
    )
    INSERT INTO changed_streams (stream_id)
    SELECT n.id FROM neighbors n
    WHERE n.end_reason IS NULL OR (n.end_reason = 'next_stream' AND COALESCE(n.observed_at, n.last_sampled_at) IS NULL);

INSERT INTO changed_streams (stream_id, is_unobserved)
  SELECT l.stream_id, TRUE
  FROM live_streams l
  WHERE l.observed_at IS NOT NULL AND l.import_id <= $1
    AND NOT EXISTS (SELECT FROM staging_helix g WHERE g.shape = 'stream' AND g.stream_id = l.stream_id);

WITH changed AS (
      
  UPDATE streams t SET import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
  FROM (
    SELECT c.stream_id, bool_or(c.is_unobserved) AS is_unobserved, max(c.observed_at) AS observed_at
    FROM changed_streams c
    WHERE c.is_unobserved OR c.observed_at IS NOT NULL
    GROUP BY c.stream_id
  ) c
  WHERE t.id = c.stream_id AND CASE
    WHEN t.ended_at IS NULL THEN c.is_unobserved
    ELSE t.end_reason = 'unobserved' AND c.observed_at IS NOT NULL
  END
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

ANALYZE changed_streams;

WITH changed AS MATERIALIZED (
    SELECT c.stream_id, bool_or(c.needs_sum) AS needs_sum, bool_or(c.is_unobserved) AS is_unobserved,
      max(c.observed_at) AS observed_at
    FROM changed_streams c
    GROUP BY c.stream_id
  ), decided AS MATERIALIZED (
    SELECT c.stream_id, s.streamer_id, s.game_name, o.observed_at, i.import_id, u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.sample_count, u.longest_ms,
      x.ended_at AS new_ended_at, x.end_reason AS new_end_reason, x.observed_at AS new_observed_at, x.first_sampled_at AS new_first_sampled_at, x.last_sampled_at AS new_last_sampled_at, x.last_viewers AS new_last_viewers, x.sample_count AS new_sample_count, x.largest_gap_seconds AS new_largest_gap_seconds, x.avg_viewers AS new_avg_viewers, x.peak_viewers AS new_peak_viewers, x.watchtime AS new_watchtime, x.figures_from_samples AS new_figures_from_samples,
      CASE
        WHEN s.id IS NULL OR x.ended_at IS NOT NULL THEN CASE WHEN l.stream_id IS NOT NULL THEN 'leaves' END
        WHEN l.stream_id IS NULL THEN 'enters'
        WHEN ROW(l.game_name, l.observed_at, l.import_id, l.first_at, l.last_at, l.last_viewers, l.viewer_ms, l.peak_viewers, l.sample_count, l.longest_ms) IS DISTINCT FROM ROW(s.game_name, o.observed_at, i.import_id, u.first_at, u.last_at, u.last_viewers, u.viewer_ms, u.peak_viewers, u.sample_count, u.longest_ms) THEN 'changes'
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
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN o.ended_at IS NOT NULL THEN 'given'
        WHEN n.started_at IS NOT NULL THEN 'next_stream'
        WHEN c.is_unobserved THEN 'unobserved'
        WHEN s.end_reason = 'unobserved' AND COALESCE(greatest(c.observed_at, l.observed_at) <= s.observed_at, TRUE) THEN 'unobserved'
        WHEN s.end_reason = 'next_stream' AND o.observed_at <= (SELECT o.observed_at - interval '1 millisecond' * 600000 FROM newest_observation o) THEN 'unobserved'
      END AS reason
    ) r
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN r.reason IS NOT NULL
        THEN COALESCE(o.ended_at, CASE WHEN COALESCE(o.observed_at, u.last_at) IS NULL THEN n.started_at ELSE greatest(s.started_at, o.observed_at, u.last_at) END)
      END AS ended_at
    ) e
    CROSS JOIN LATERAL (
    SELECT COALESCE(div(2 * (h.viewer_ms)::numeric + h.time_ms, NULLIF(2 * h.time_ms, 0)), u.peak_viewers)::bigint AS avg_viewers,
      CASE WHEN div(2 * (h.viewer_ms)::numeric + 60000, NULLIF(2 * 60000, 0)) > 9007199254740991 THEN 9007199254740991 ELSE div(2 * (h.viewer_ms)::numeric + 60000, NULLIF(2 * 60000, 0)) END::bigint AS watchtime,
      div(2 * (greatest(u.longest_ms, (date_part('epoch', u.first_at - s.started_at) * 1000)::bigint, h.last_ms))::numeric + 1000, NULLIF(2 * 1000, 0))::bigint
        AS largest_gap_seconds
    FROM (
      SELECT t.last_ms, u.viewer_ms + u.last_viewers::numeric * t.last_ms AS viewer_ms,
        (date_part('epoch', u.last_at - u.first_at) * 1000)::bigint + t.last_ms AS time_ms
      FROM (SELECT CASE WHEN u.last_at IS NOT NULL THEN greatest((date_part('epoch', e.ended_at - u.last_at) * 1000)::bigint, 0) END AS last_ms) t
    ) h) f
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
    UPDATE live_streams t SET (game_name, observed_at, import_id, first_at, last_at, last_viewers, viewer_ms, peak_viewers, sample_count, longest_ms) = ROW(d.game_name, d.observed_at, d.import_id, d.first_at, d.last_at, d.last_viewers, d.viewer_ms, d.peak_viewers, d.sample_count, d.longest_ms)
    FROM decided d
    WHERE t.stream_id = d.stream_id AND d.live_row = 'changes'
  ), entering AS (
    INSERT INTO live_streams (stream_id, game_name, observed_at, import_id, first_at, last_at, last_viewers, viewer_ms, peak_viewers, sample_count, longest_ms)
    SELECT d.stream_id, d.game_name, d.observed_at, d.import_id, d.first_at, d.last_at, d.last_viewers, d.viewer_ms, d.peak_viewers, d.sample_count, d.longest_ms FROM decided d WHERE d.live_row = 'enters'
  ), ending AS (
    UPDATE streams t SET (ended_at, end_reason, observed_at, first_sampled_at, last_sampled_at, last_viewers, sample_count, largest_gap_seconds, avg_viewers, peak_viewers, watchtime, figures_from_samples) = ROW(d.new_ended_at, d.new_end_reason, d.new_observed_at, d.new_first_sampled_at, d.new_last_sampled_at, d.new_last_viewers, d.new_sample_count, d.new_largest_gap_seconds, d.new_avg_viewers, d.new_peak_viewers, d.new_watchtime, d.new_figures_from_samples)
    FROM decided d
    WHERE t.id = d.stream_id AND d.stream_row = 'changes'
  ), naming AS (
    UPDATE streamers t SET named_at = n.observed_at
    FROM (SELECT d.streamer_id, max(d.new_observed_at) AS observed_at FROM decided d WHERE d.stream_row = 'changes' GROUP BY d.streamer_id) n
    WHERE t.id = n.streamer_id AND n.observed_at > COALESCE(t.named_at, '-infinity')
  )
  SELECT count(*) FILTER (WHERE d.is_derived)::float8 AS derived,
    count(*) FILTER (WHERE d.is_derived AND d.is_capped)::float8 AS capped
  FROM decided d;

UPDATE events e SET figures_due = TRUE
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT c.stream_id FROM changed_streams c);

SELECT FROM changed_streams LIMIT 1;

UPDATE data_summary d SET changed_at = $1 WHERE d.kind = 'streams';

UPDATE imports i
    SET kinds = $2, changes = (SELECT count(*) FROM import_changes c WHERE c.import_id = i.id)
    WHERE i.id = $1;

WITH freed AS (
      UPDATE imports i SET can_undo = FALSE WHERE i.can_undo AND i.id IN (
    SELECT n.id
    FROM (SELECT m.id, m.changes, sum(m.changes) OVER (ORDER BY m.id DESC) AS total FROM imports m WHERE m.can_undo) n
    WHERE n.id <> $1 AND n.changes > 0 AND n.total > $2) RETURNING i.id, i.changes
    ), counts AS (
      DELETE FROM import_rows r USING freed f WHERE r.import_id = f.id
    ), changes AS (
      DELETE FROM import_changes c USING freed f WHERE c.import_id = f.id
    )
    SELECT count(*)::int AS imports, COALESCE(sum(f.changes), 0)::int AS rows FROM freed f;

SELECT c.oid::regclass::text AS name
    FROM pg_catalog.pg_stat_xact_user_tables x
    JOIN pg_catalog.pg_class c ON c.oid = x.relid AND c.relnamespace = current_schema()::regnamespace
    WHERE x.n_tup_ins > 0
      AND pg_relation_size(c.oid) > greatest(2 * c.relpages * current_setting('block_size')::bigint, 131072);

INSERT INTO watched_channels AS w (platform, external_id, streamer_id, watched_since)
  SELECT $1, g.streamer_id::text, g.streamer_id, $2
  FROM (SELECT DISTINCT s.streamer_id FROM staging_helix s WHERE s.shape = 'stream') g
  WHERE NOT EXISTS (
    SELECT FROM watched_channels k
    WHERE k.platform = $1 AND k.external_id = g.streamer_id::text AND k.watched_until IS NULL
  )
  ON CONFLICT (platform, external_id) DO UPDATE SET watched_since = excluded.watched_since, watched_until = NULL;

INSERT INTO collector_sweeps AS c (platform, since, swept_at, channels)
  VALUES ($1, $2, $2, COALESCE($3::integer, $4::integer))
  ON CONFLICT (platform) DO UPDATE
  SET since = least(c.since, excluded.since), swept_at = greatest(c.swept_at, excluded.swept_at),
    channels = COALESCE($3::integer, c.channels + $4::integer);

SELECT count(*) AS open FROM live_streams l WHERE l.observed_at IS NOT NULL;

COMMIT;

INSERT INTO stored_viewer_samples
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.*, ROW(t.viewers) IS DISTINCT FROM ROW(s.viewers) AS is_changed
    FROM staging_viewer_samples s
    JOIN viewer_samples t ON t.stream_id = s.stream_id AND t.created_at = s.created_at AND t.created_at >= '2026-03-01T12:20:00.000Z' AND t.created_at <= '2026-03-01T12:20:00.000Z'
    ORDER BY s.stream_id, s.created_at, s.origin DESC;
