INSERT INTO staging_viewer_samples (stream_id, created_at, viewers, origin)
    SELECT n.stream_id, n.at, greatest(n.viewers, t.viewers), n.origin
    FROM (
      SELECT DISTINCT ON (g.stream_id, g.at) g.stream_id, g.at, g.viewers, g.origin
      FROM staging_observations g
      WHERE g.shape = $1 AND g.viewers IS NOT NULL
      ORDER BY g.stream_id, g.at, g.viewers DESC
    ) n
    -- Without OFFSET 0, PostgreSQL would read the index of all rows of the partitions (merge join).
    LEFT JOIN LATERAL (
      SELECT q.viewers FROM viewer_samples q
      WHERE q.stream_id = n.stream_id AND q.created_at = n.at AND q.created_at >= $2 AND q.created_at <= $3
      OFFSET 0
    ) t ON TRUE;

INSERT INTO staging_follower_points (streamer_id, created_at, followers, origin)
    SELECT n.streamer_id, n.at, greatest(n.followers, t.followers), n.origin
    FROM (
      SELECT DISTINCT ON (g.streamer_id, g.at) g.streamer_id, g.at, g.followers, g.origin
      FROM staging_observations g
      WHERE g.shape = $1 AND g.followers IS NOT NULL
      ORDER BY g.streamer_id, g.at, g.followers DESC
    ) n
    -- Without OFFSET 0, PostgreSQL would read the index of all rows of the partitions (merge join).
    LEFT JOIN LATERAL (
      SELECT q.followers FROM follower_points q
      WHERE q.streamer_id = n.streamer_id AND q.created_at = n.at AND q.created_at >= $2 AND q.created_at <= $3
      OFFSET 0
    ) t ON TRUE;
