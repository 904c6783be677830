WITH added AS (
    INSERT INTO watched_channels (platform, external_id, streamer_id, watched_since)
    SELECT $1, g.external_id, g.streamer_id, $2::timestamptz
    FROM (
  SELECT DISTINCT g.streamer_id, COALESCE(g.streamer_external_id, g.streamer_id::text) AS external_id FROM staging_observations g WHERE g.shape = 'stream') g
    WHERE $3::integer IS NULL AND NOT EXISTS (
      SELECT FROM watched_channels k
      WHERE k.platform = $1 AND k.external_id = g.external_id AND k.watched_until IS NULL
    )
    ON CONFLICT (platform, external_id) DO UPDATE SET watched_since = excluded.watched_since, watched_until = NULL
  )
  INSERT INTO collector_sweeps AS c (platform, since, swept_at)
  VALUES ($1, $2::timestamptz, $2::timestamptz)
  ON CONFLICT (platform) DO UPDATE
  SET since = least(c.since, excluded.since), swept_at = greatest(c.swept_at, excluded.swept_at);
