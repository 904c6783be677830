INSERT INTO observed_changes (stream_id, at, from_at, title, game_name, tags, language)
  SELECT DISTINCT ON (g.stream_id, g.at) g.stream_id, g.at, r.from_at, g.title, g.game_name, g.tags, g.language
  FROM (
    SELECT n.stream_id, min(n.at) AS from_at
    FROM staging_observations n
    LEFT JOIN LATERAL (
      SELECT t.* FROM stream_changes t WHERE t.stream_id = n.stream_id ORDER BY t.created_at DESC LIMIT 1
    ) c ON TRUE
    WHERE n.shape = 'stream'
    GROUP BY n.stream_id
    HAVING NOT bool_and(COALESCE(
      c.created_at < n.at AND ROW(c.title, c.game_name, c.tags, c.language) IS NOT DISTINCT FROM ROW(n.title, n.game_name, n.tags, n.language), FALSE
    ))
  ) r
  JOIN staging_observations g ON g.stream_id = r.stream_id AND g.shape = 'stream'
  ORDER BY g.stream_id, g.at, g.origin, g.ordinal; ANALYZE observed_changes;

INSERT INTO staging_stream_changes (stream_id, created_at, title, game_name, tags, language, origin)
  WITH known AS (
    SELECT a.stream_id, a.from_at, p.at, c.title, c.game_name, c.tags, c.language, TRUE AS is_stored
    FROM (SELECT DISTINCT o.stream_id, o.from_at FROM observed_changes o) a
    CROSS JOIN LATERAL (
      SELECT a.from_at - interval '1 millisecond'
      UNION ALL
      SELECT t.created_at FROM stream_changes t WHERE t.stream_id = a.stream_id AND t.created_at >= a.from_at
      UNION ALL
      SELECT q.created_at FROM all_viewer_samples q
      WHERE q.stream_id = a.stream_id AND q.created_at >= a.from_at AND q.created_at >= $1
    ) p(at)
    CROSS JOIN LATERAL (
      SELECT t.* FROM stream_changes t
      WHERE t.stream_id = a.stream_id AND t.created_at <= p.at
      ORDER BY t.created_at DESC LIMIT 1
    ) c
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
    USING (SELECT DISTINCT o.stream_id, o.from_at FROM observed_changes o) a
    CROSS JOIN LATERAL (
      SELECT c.created_at FROM stream_changes c WHERE c.stream_id = a.stream_id AND c.created_at >= a.from_at OFFSET 0
    ) q
    WHERE t.stream_id = a.stream_id AND t.created_at = q.created_at AND NOT EXISTS (
      SELECT FROM staging_stream_changes s WHERE s.stream_id = a.stream_id AND s.created_at = q.created_at
    )
      RETURNING t.stream_id, t.created_at
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN stream_changes o ON o.stream_id = c.stream_id AND o.created_at = c.created_at
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
