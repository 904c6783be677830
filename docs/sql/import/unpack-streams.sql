SELECT n.id
    FROM (SELECT DISTINCT q.* FROM (SELECT g.stream_id FROM staging_observations g WHERE g.shape = 'stream') q) n(id)
    CROSS JOIN LATERAL (SELECT FROM packed_samples k WHERE k.stream_id = n.id OFFSET 0) p;

SELECT n.id
    FROM (SELECT DISTINCT q.* FROM (SELECT d.stream_id FROM sampled_days d) q) n(id)
    CROSS JOIN LATERAL (SELECT FROM packed_samples k WHERE k.stream_id = n.id OFFSET 0) p;

SELECT d.day, d.day + INTERVAL '1 day' AS "nextDay",
      date_trunc('month', d.day) AS month, date_trunc('month', d.day) + INTERVAL '1 month' AS "nextMonth"
    FROM (SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM (
  SELECT DISTINCT d.at AS created_at
  FROM packed_samples k
  CROSS JOIN LATERAL generate_series(date_bin('1 day', k.first_at, '2000-01-01T00:00:00Z'), k.last_at, interval '24 hours') d(at)
  WHERE k.stream_id = ANY ('{20}')
) s) d
    ORDER BY d.day;

INSERT INTO viewer_samples (stream_id, created_at, viewers, import_id)
    SELECT k.stream_id, u.created_at, u.viewers, u.import_id
    FROM packed_samples k
    CROSS JOIN LATERAL unpack_samples(k) u
    WHERE k.stream_id = ANY ('{20}')
    ORDER BY k.stream_id, u.created_at
    ON CONFLICT DO NOTHING;

DELETE FROM packed_samples k WHERE k.stream_id = ANY ('{20}');
