WITH newest AS (
      SELECT g.platform, g.at, t.observed_at AS replaced_at, t.import_id
      FROM (
        SELECT n.platform, max(n.at) AS at FROM staging_observations n WHERE n.shape IN ('stream', 'nobody') GROUP BY n.platform
      ) g
      LEFT JOIN newest_observation t ON t.platform = g.platform
      WHERE g.at > COALESCE(t.observed_at, '-infinity')
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer), 'newest_observation', FALSE,
        jsonb_build_object('platform', n.platform, 'observed_at', n.replaced_at, 'import_id', n.import_id, 'replaced_by', n.at)
      FROM newest n
      WHERE (SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))
    )
    INSERT INTO newest_observation AS t (platform, observed_at, import_id)
    SELECT n.platform, n.at, (SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer) FROM newest n
    ON CONFLICT (platform) DO UPDATE SET observed_at = excluded.observed_at, import_id = excluded.import_id;
