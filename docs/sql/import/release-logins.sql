UPDATE staging_streamers s SET login = NULL
    FROM (
      SELECT r.login, max(r.origin) AS last FROM staging_streamers r GROUP BY r.login HAVING count(*) > 1
    ) claimed
    WHERE s.login = claimed.login AND s.origin < claimed.last;

WITH changed AS (
      
    UPDATE streamers t SET login = NULL, import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_streamers s
    WHERE t.login = s.login AND t.id <> s.id
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
