WITH observed AS MATERIALIZED (
    SELECT n.streamer_id, t.id IS NULL AS is_new, t.login, t.display_name, t.profile_image, w.takes_login, w.fills_login,
      CASE WHEN w.takes_login OR w.fills_login THEN n.login ELSE t.login END AS claimed,
      CASE WHEN w.takes_login OR w.fills_login THEN n.login_at ELSE v.named_at END AS claimed_at,
      CASE
        WHEN t.id IS NULL OR t.display_name = t.id::text THEN COALESCE(n.display_name, n.login, n.streamer_id::text)
        WHEN n.name_at > COALESCE(v.named_at, '-infinity') THEN n.display_name
        -- The login stands in for a display name that was never observed.
        WHEN w.takes_login AND n.display_name IS NULL AND t.display_name = t.login THEN n.login
        ELSE t.display_name
      END AS new_name,
      -- On other platforms than Twitch, live streams have the image too.
      CASE
        WHEN n.pictured_at > COALESCE(t.pictured_at, CASE WHEN n.external_id IS NOT NULL THEN v.named_at END, '-infinity')
        THEN n.profile_image
        ELSE t.profile_image
      END AS new_image,
      t.external_id, COALESCE(t.external_id, n.external_id) AS new_external_id
    FROM (
      SELECT g.streamer_id, 
      (array_agg(g.display_name ORDER BY g.at DESC, g.origin, g.ordinal) FILTER (WHERE g.display_name IS NOT NULL))[1] AS display_name,
      max(g.at) FILTER (WHERE g.display_name IS NOT NULL) AS name_at, 
      (array_agg(g.login ORDER BY g.at DESC, g.origin, g.ordinal) FILTER (WHERE g.login IS NOT NULL))[1] AS login,
      max(g.at) FILTER (WHERE g.login IS NOT NULL) AS login_at,
        
      (array_agg(g.profile_image ORDER BY g.at DESC, g.origin, g.ordinal) FILTER (WHERE (g.shape = 'user' OR g.profile_image IS NOT NULL)))[1] AS profile_image,
      max(g.at) FILTER (WHERE (g.shape = 'user' OR g.profile_image IS NOT NULL)) AS pictured_at,
        max(g.streamer_external_id) AS external_id
      FROM staging_observations g
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
    SELECT o.streamer_id AS id, h.login, o.new_name AS display_name, o.new_image AS profile_image,
      o.new_external_id AS external_id
    FROM observed o
    LEFT JOIN holders h ON h.streamer_id = o.streamer_id
    WHERE o.is_new OR ROW(o.login, o.display_name, o.profile_image, o.external_id)
      IS DISTINCT FROM ROW(h.login, o.new_name, o.new_image, o.new_external_id)
  ), staged AS (
    INSERT INTO staging_streamers (id, login, display_name, profile_image, external_id, origin) SELECT c.*, 0 FROM changed c
  )
  SELECT n.*, n.read - n.staged AS unchanged
  FROM (SELECT (SELECT count(*)::float8 FROM observed) AS read, (SELECT count(*)::float8 FROM changed) AS staged) n;

WITH changed AS (
      
  UPDATE streamers t SET named_at = greatest(t.named_at, n.named_at), pictured_at = greatest(t.pictured_at, n.pictured_at),
    import_id = CASE WHEN (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE)) THEN (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer) ELSE t.import_id END
  FROM (
    SELECT g.streamer_id, max(g.at) FILTER (WHERE COALESCE(g.login, g.display_name) IS NOT NULL) AS named_at,
      max(g.at) AS pictured_at
    FROM staging_observations g
    WHERE g.shape = 'user'
    GROUP BY g.streamer_id
  ) n
  WHERE t.id = n.streamer_id AND (
    n.named_at > COALESCE(t.named_at, '-infinity') OR n.pictured_at > COALESCE(t.pictured_at, '-infinity')
  )
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
