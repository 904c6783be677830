INSERT INTO changed_streams (stream_id, is_unobserved)
  SELECT l.stream_id, TRUE
  FROM live_streams l
  WHERE l.observed_at IS NOT NULL AND COALESCE(l.import_id, 0) <= $1 AND l.stream_id < 4611686018427387904
    AND NOT EXISTS (SELECT FROM staging_observations g WHERE g.shape IN ('stream', 'unreadable') AND g.stream_id = l.stream_id);
