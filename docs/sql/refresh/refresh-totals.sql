LOCK TABLE totals IN SHARE UPDATE EXCLUSIVE MODE;

WITH changed AS (
    UPDATE sweep_totals t SET is_counted = t.swept_at + interval '10 minutes' <= $1 WHERE NOT t.is_counted
    RETURNING t.platform, t.swept_at
  )
  SELECT c.platform, date_trunc('hour', c.swept_at, 'UTC') AS hour FROM changed c
  UNION
  SELECT c.platform, date_trunc('hour', c.swept_at + interval '10 minutes' - interval '1 millisecond', 'UTC') FROM changed c;

DELETE FROM totals t
  USING unnest($1::text[], $2::timestamptz[]) a(platform, hour)
  WHERE t.platform = a.platform AND t.created_at = a.hour;

WITH held AS (
    SELECT a.hour, s.*, (date_part('epoch', e.until - e.since) * 1000)::bigint AS ms
    FROM unnest($1::text[], $2::timestamptz[]) a(platform, hour)
    CROSS JOIN LATERAL (
      SELECT t.*, lead(t.swept_at) OVER (ORDER BY t.swept_at) AS next_at
      FROM sweep_totals t
      WHERE t.platform = a.platform AND t.swept_at > a.hour - interval '10 minutes' AND t.swept_at < a.hour + interval '1 hour'
    ) s
    CROSS JOIN LATERAL (
      SELECT greatest(s.swept_at, a.hour) AS since,
        least(s.next_at, s.swept_at + interval '10 minutes', a.hour + interval '1 hour', $3::timestamptz) AS until
    ) e
    WHERE e.until > e.since
  ), covered AS (
    SELECT h.platform, h.hour, sum(h.ms) AS ms, max(h.watched_channels) AS watched_channels
    FROM held h
    GROUP BY h.platform, h.hour
  ), ranked AS (
    SELECT h.platform, h.hour, u.kind, u.name, sum(u.viewers * h.ms) AS viewer_ms, max(u.viewers) AS peak_viewers,
      sum(u.streams * h.ms) AS stream_ms, max(u.streams) AS peak_streams,
      row_number() OVER (
        PARTITION BY h.platform, h.hour, u.kind ORDER BY sum(u.viewers * h.ms) DESC, u.name COLLATE "C"
      ) AS place
    FROM held h
    CROSS JOIN LATERAL (
      SELECT 'all' AS kind, '' AS name, h.streams, h.viewers
      UNION ALL
      SELECT 'language', l.* FROM unnest(h.languages, h.language_streams, h.language_viewers) l
      UNION ALL
      SELECT 'game', g.* FROM unnest(h.games, h.game_streams, h.game_viewers) g
    ) u
    GROUP BY h.platform, h.hour, u.kind, u.name
  )
  INSERT INTO totals (
    kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms, watched_channels
  )
  SELECT r.kind, r.name, r.hour, r.platform, r.viewer_ms, r.peak_viewers, r.stream_ms, r.peak_streams, c.ms,
    c.watched_channels
  FROM ranked r
  JOIN covered c ON c.platform = r.platform AND c.hour = r.hour
  WHERE r.kind <> 'game' OR r.place <= 200;

DELETE FROM sweep_totals t WHERE t.swept_at < $1::timestamptz - interval '48 hours';

INSERT INTO total_days (
    kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms, watched_channels
  )
  SELECT s.kind, s.name, m.day, m.platform, s.viewer_ms, s.peak_viewers, s.stream_ms, s.peak_streams, s.covered_ms,
    s.watched_channels
  FROM (
    SELECT t.platform, date_trunc('day', t.created_at, 'UTC') AS day
    FROM totals t
    WHERE t.kind = 'all' AND t.name = '' AND t.created_at < date_trunc('day', $1::timestamptz, 'UTC')
    EXCEPT
    SELECT d.platform, d.created_at FROM total_days d WHERE d.kind = 'all' AND d.name = ''
    ORDER BY day, platform
    LIMIT 100
  ) m
  CROSS JOIN LATERAL (
    SELECT t.kind, t.name, sum(t.viewer_ms) AS viewer_ms, max(t.peak_viewers) AS peak_viewers,
      sum(t.stream_ms) AS stream_ms, max(t.peak_streams) AS peak_streams, sum(t.covered_ms) AS covered_ms,
      max(t.watched_channels) AS watched_channels
    FROM totals t
    WHERE t.platform = m.platform AND t.created_at >= m.day AND t.created_at < m.day + interval '24 hours'
    GROUP BY t.kind, t.name
  ) s;
