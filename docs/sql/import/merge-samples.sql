SELECT NULLIF(current_setting('analytics.sample_partitions', TRUE), '') AS "samplePartitions",
      NULLIF(current_setting('analytics.leaderboard_months', TRUE), '')::integer AS "leaderboardMonths";

SELECT d.day, d.day + INTERVAL '1 day' AS "nextDay",
      date_trunc('month', d.day) AS month, date_trunc('month', d.day) + INTERVAL '1 month' AS "nextMonth"
    FROM (SELECT DISTINCT date_bin('1 day', s.created_at, '2000-01-01T00:00:00Z') AS day FROM (SELECT d.first_at AS created_at FROM sampled_days d) s) d
    ORDER BY d.day;

SELECT p.table, p.name, p.from, p.to
    FROM (
      SELECT i.inhparent::regclass::text AS table, quote_ident(c.relname) AS name,
        (regexp_match(b.bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz AS from,
        (regexp_match(b.bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz AS to
      FROM pg_catalog.pg_inherits i
      JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
      CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) b(bound)
      WHERE i.inhparent IN ('viewer_samples'::regclass, 'packed_samples'::regclass) AND NOT i.inhdetachpending
    ) p
    ORDER BY p.from NULLS FIRST, p.name;

CREATE TABLE viewer_samples_2026_03 (LIKE viewer_samples INCLUDING ALL);

ALTER TABLE viewer_samples ATTACH PARTITION viewer_samples_2026_03 FOR VALUES FROM ('2026-03-01T00:00:00.000Z') TO ('2026-04-01T00:00:00.000Z');

SELECT min(d.first_at) AS from, max(d.last_at) AS to FROM sampled_days d;

SELECT count(*) AS outside
    FROM staging_viewer_samples v
    JOIN streams s ON s.id = v.stream_id
    WHERE (v.created_at < s.started_at OR (v.created_at > s.ended_at AND s.end_reason = 'given'))
      -- Most imports have none, and need not look at all samples.
      AND EXISTS (
        SELECT FROM sampled_days d
        JOIN streams o ON o.id = d.stream_id
        WHERE d.first_at < o.started_at OR (d.last_at > o.ended_at AND o.end_reason = 'given')
      );
