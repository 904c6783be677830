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
