INSERT INTO changed_streams (stream_id, is_unobserved)
  SELECT k.stream_id, TRUE
  FROM (
    SELECT l.stream_id, l.observed_at FROM live_streams l
    UNION ALL
    SELECT c.stream_id, c.observed_at FROM changed_streams c
  ) k
  WHERE greatest((k.stream_id >> 58)::integer - 14, 1) IN (SELECT g.platform FROM staging_observations g WHERE g.shape IN ('stream', 'nobody'))
  GROUP BY k.stream_id
  HAVING max(k.observed_at) <= (SELECT w.observed_at - interval '1 millisecond' * 600000 FROM newest_observation w WHERE w.platform = greatest((k.stream_id >> 58)::integer - 14, 1));

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
