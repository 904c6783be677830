INSERT INTO watched_channels AS w (platform, external_id, streamer_id, watched_since)
  SELECT $1, g.streamer_id::text, g.streamer_id, $2
  FROM (SELECT DISTINCT g.streamer_id FROM staging_helix g WHERE g.shape = 'stream') g
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
