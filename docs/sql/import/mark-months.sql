INSERT INTO due_months (month) 
    SELECT DISTINCT to_char(d.day AT TIME ZONE 'UTC', 'YYYY-MM')
    FROM (SELECT DISTINCT date_bin('1 day', m.at, '2000-01-01T00:00:00Z') AS day FROM (
    SELECT (generate_series(date_trunc('month', f.at AT TIME ZONE 'UTC'), now() AT TIME ZONE 'UTC', interval '1 month')
      AT TIME ZONE 'UTC') AS at
    FROM (SELECT min(m.at) AS at FROM (
      SELECT s.created_at AS at
      FROM staging_follower_points s
      LEFT JOIN follower_points t ON t.streamer_id = s.streamer_id AND t.created_at = s.created_at
      WHERE t.followers IS DISTINCT FROM s.followers) m) f) m WHERE m.at IS NOT NULL) d;

INSERT INTO due_months (month) 
    SELECT DISTINCT to_char(d.day AT TIME ZONE 'UTC', 'YYYY-MM')
    FROM (SELECT DISTINCT date_bin('1 day', m.at, '2000-01-01T00:00:00Z') AS day FROM (
      SELECT x.at
      FROM staging_streams s
      LEFT JOIN streams t ON t.id = s.id
      CROSS JOIN LATERAL (VALUES (t.started_at), (s.started_at)) x(at)
      WHERE t.id IS NULL OR ROW(t.streamer_id, t.started_at, t.ended_at, t.avg_viewers, t.peak_viewers, t.watchtime, t.game_name, t.language) IS DISTINCT FROM ROW(s.streamer_id, s.started_at, s.ended_at, s.avg_viewers, s.peak_viewers, s.watchtime, s.game_name, s.language)) m WHERE m.at IS NOT NULL) d;
