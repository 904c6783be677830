SELECT e.id FROM events e WHERE e.figures_due FOR UPDATE SKIP LOCKED;

SET LOCAL enable_material = off;

WITH 
    asked AS (
      SELECT e.id AS event_id, e.started_at, e.ended_at, p.counted_until
      FROM (SELECT unnest($1::bigint[]) AS event_id) n
      JOIN events e ON e.id = n.event_id
      LEFT JOIN pruned_event_samples p ON p.event_id = e.id
    ), grouped AS (
      SELECT g.event_id, g.stream_ids, min(g.event_id) OVER (PARTITION BY g.stream_ids) AS group_id
      FROM (
        SELECT l.event_id, array_agg(l.stream_id ORDER BY l.stream_id) AS stream_ids
        FROM asked a
        JOIN event_streams l ON l.event_id = a.event_id
        GROUP BY l.event_id
      ) g
    ), members AS (
      SELECT g.group_id, m.stream_id FROM grouped g CROSS JOIN unnest(g.stream_ids) m(stream_id) WHERE g.event_id = g.group_id
    ), counted AS MATERIALIZED (
      SELECT v.stream_id, v.viewers, v.created_at AS held_from, COALESCE(lead(v.created_at) OVER (PARTITION BY v.stream_id ORDER BY v.created_at), v.ended_at) AS held_until
      FROM (
        SELECT s.id AS stream_id, s.ended_at, u.created_at, u.viewers
        FROM (SELECT DISTINCT m.stream_id FROM members m) n
        JOIN streams s ON s.id = n.stream_id
        LEFT JOIN pruned_samples p ON p.stream_id = s.id
        CROSS JOIN LATERAL (
          
    SELECT v.created_at, v.viewers FROM viewer_samples v WHERE v.stream_id = s.id AND 
    v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity')
      AND v.created_at > COALESCE(p.last_at, '-infinity') AND v.created_at < 'infinity'
    UNION ALL
    SELECT v.created_at, v.viewers
    FROM packed_samples k
    CROSS JOIN LATERAL unpack_samples(k) v
    WHERE k.stream_id = s.id AND k.last_at >= s.started_at AND 
    v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity')
      AND v.created_at > COALESCE(p.last_at, '-infinity') AND v.created_at < 'infinity'
          UNION ALL
          SELECT least(greatest(p.last_at, s.started_at), s.ended_at), p.last_viewers WHERE p.stream_id IS NOT NULL
        ) u
      ) v
    ), known AS (
      SELECT m.group_id, max(v.known_until) AS known_until
      FROM members m
      JOIN (
        SELECT c.stream_id, max(COALESCE(c.held_until, c.held_from)) AS known_until FROM counted c GROUP BY c.stream_id
      ) v ON v.stream_id = m.stream_id
      GROUP BY m.group_id
    ), event_limits AS MATERIALIZED (
      SELECT a.event_id, x.group_id, x.known_until, 'infinity'::timestamptz AS counted_to,
        greatest(a.started_at, a.counted_until) AS from_at,
        least(a.ended_at + interval '500 microseconds', x.known_until + interval '500 microseconds', 'infinity'::timestamptz) AS to_at
      FROM asked a
      JOIN grouped g ON g.event_id = a.event_id
      JOIN known x ON x.group_id = g.group_id
    ), spans AS (
      SELECT t.event_id, t.group_id, t.known_until, t.from_at, t.to_at FROM event_limits t WHERE t.from_at < t.to_at
    ), held AS (
      SELECT t.group_id, v.viewers, v.held_from,
        CASE
          WHEN v.held_until > v.held_from THEN v.held_until
          ELSE COALESCE(v.held_until, t.known_until) + interval '500 microseconds'
        END AS held_until
      FROM (
        SELECT s.group_id, s.known_until, min(s.from_at) AS from_at, max(s.to_at) AS to_at
        FROM spans s
        GROUP BY s.group_id, s.known_until
      ) t
      JOIN members m ON m.group_id = t.group_id
      JOIN counted v ON v.stream_id = m.stream_id
        AND v.held_from < t.to_at AND COALESCE(v.held_until, 'infinity') >= t.from_at
    ), changes AS (
      SELECT c.group_id, c.at, sum(c.viewers) AS viewers, sum(c.streams) AS streams, max(c.bounds) AS bounds
      FROM (
        SELECT h.group_id, e.at, e.viewers, e.streams, 0 AS bounds
        FROM held h
        CROSS JOIN LATERAL (VALUES (h.held_from, h.viewers, 1), (h.held_until, -h.viewers, -1)) e(at, viewers, streams)
        UNION ALL
        SELECT s.group_id, e.at, 0, 0, 1 FROM spans s CROSS JOIN LATERAL (VALUES (s.from_at), (s.to_at)) e(at)
      ) c
      GROUP BY c.group_id, c.at
    ), parts AS (
      SELECT c.group_id, c.at, sum(c.bounds) OVER changed AS segment, sum(c.viewers) OVER changed AS viewers,
        sum(c.streams) OVER changed AS streams,
        (date_part('epoch', date_trunc('milliseconds', lead(c.at) OVER changed) - date_trunc('milliseconds', c.at)) * 1000)::bigint AS time_ms
      FROM changes c
      WINDOW changed AS (PARTITION BY c.group_id ORDER BY c.at)
    ), segments AS (
      SELECT p.group_id, p.segment::int AS segment, min(p.at) AS from_at,
        sum(p.viewers * p.time_ms) FILTER (WHERE p.streams > 0) AS viewer_ms,
        sum(p.time_ms) FILTER (WHERE p.streams > 0) AS time_ms,
        max(p.viewers) FILTER (WHERE p.streams > 0) AS peak_viewers
      FROM parts p
      WHERE p.segment > 0
      GROUP BY p.group_id, p.segment
    ), nodes AS (
      SELECT s.group_id, k.level, s.segment >> k.level AS node, sum(s.viewer_ms) AS viewer_ms, sum(s.time_ms) AS time_ms,
        max(s.peak_viewers) AS peak_viewers
      FROM (SELECT g.*, max(g.segment) OVER (PARTITION BY g.group_id) AS segments FROM segments g) s
      CROSS JOIN LATERAL generate_series(0, ceil(log(2, s.segments))::int) k(level)
      GROUP BY s.group_id, k.level, s.segment >> k.level
    ), ranges AS (
      SELECT b.event_id, b.group_id, min(g.segment) AS first, max(g.segment) AS after
      FROM (SELECT s.event_id, s.group_id, unnest(ARRAY[s.from_at, s.to_at]) AS at FROM spans s) b
      JOIN segments g ON g.group_id = b.group_id AND g.from_at = b.at
      GROUP BY b.event_id, b.group_id
    ), event_sums AS (
      SELECT r.event_id, sum(n.viewer_ms) AS viewer_ms, sum(n.time_ms) AS time_ms, max(n.peak_viewers) AS peak_viewers
      FROM ranges r
      CROSS JOIN LATERAL generate_series(0, ceil(log(2, r.after - r.first))::int) k(level)
      CROSS JOIN LATERAL (VALUES ((r.first + (1 << k.level) - 1) >> k.level, r.after >> k.level)) l(first, after)
      CROSS JOIN LATERAL (VALUES (l.first, l.first & 1), (l.after - 1, l.after & 1)) e(node, is_odd)
      JOIN nodes n ON n.group_id = r.group_id AND n.level = k.level AND n.node = e.node
      WHERE l.first < l.after AND e.is_odd = 1
      GROUP BY r.event_id
      HAVING max(n.peak_viewers) IS NOT NULL
    ), totals AS (
    SELECT a.event_id,
      COALESCE(u.viewer_ms, 0) + COALESCE(p.viewer_ms, 0) AS viewer_ms,
      COALESCE(u.time_ms, 0) + COALESCE(p.time_ms, 0) AS time_ms,
      greatest(u.peak_viewers, p.peak_viewers) AS peak,
      EXISTS (
        SELECT FROM event_streams l
        JOIN pruned_samples r ON r.stream_id = l.stream_id
        WHERE l.event_id = a.event_id AND r.last_at >= a.started_at
          AND r.last_at > COALESCE(a.counted_until, '-infinity')
      ) AS is_incomplete
    FROM asked a
    LEFT JOIN event_sums u ON u.event_id = a.event_id
    LEFT JOIN pruned_event_samples p ON p.event_id = a.event_id
  )
  UPDATE events t
  SET figures_due = FALSE,
    avg_viewers = CASE WHEN f.is_incomplete THEN t.avg_viewers ELSE CASE WHEN f.mean > 9007199254740991 THEN 9007199254740991 ELSE f.mean END END,
    peak_viewers = CASE WHEN f.is_incomplete THEN t.peak_viewers ELSE CASE WHEN f.peak > 9007199254740991 THEN 9007199254740991 ELSE f.peak END END
  FROM (
    SELECT q.event_id, q.is_incomplete, q.peak, COALESCE(div(2 * (q.viewer_ms)::numeric + q.time_ms, NULLIF(2 * q.time_ms, 0)), q.peak) AS mean
    FROM totals q
  ) f
  WHERE t.id = f.event_id;
