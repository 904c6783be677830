SELECT count(*)
    FROM staging_colab_sessions s
    JOIN colab_sessions t ON t.id = s.id
    WHERE ROW(t.started_at, t.ended_at) IS NOT DISTINCT FROM ROW(s.started_at, s.ended_at)
      AND s.stream_ids <> ARRAY(
        SELECT l.stream_id FROM colab_session_streams l WHERE l.session_id = t.id ORDER BY l.stream_id
      );

WITH changed AS (
      
    DELETE FROM colab_session_streams t
    USING staging_colab_sessions s
    WHERE t.session_id = s.id AND NOT (t.stream_id = ANY (s.stream_ids))
      RETURNING t.session_id, t.stream_id
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN colab_session_streams o ON o.session_id = c.session_id AND o.stream_id = c.stream_id
      WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'colab_session_streams', true, o.before
      FROM old o
      WHERE o.import_id IS DISTINCT FROM (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    ), counted AS (
      
    INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'colab_session_streams', 0 - (SELECT count(*) FROM old o WHERE o.import_id = (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)) WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count
    )
    SELECT count(*) AS count FROM changed;

INSERT INTO colab_session_streams (session_id, stream_id, import_id)
    SELECT s.id, i.stream_id, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)
    FROM staging_colab_sessions s
    CROSS JOIN unnest(s.stream_ids) i(stream_id)
    ON CONFLICT DO NOTHING;

INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'colab_session_streams', $1::bigint WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count;
