SELECT n.id
    FROM (SELECT DISTINCT q.* FROM (SELECT d.stream_id FROM sampled_days d) q) n(id)
    CROSS JOIN LATERAL (SELECT FROM packed_samples k WHERE k.stream_id = n.id OFFSET 0) p;

SELECT n.id
    FROM (SELECT DISTINCT q.* FROM (SELECT g.stream_id FROM staging_helix g WHERE g.shape = 'stream') q) n(id)
    CROSS JOIN LATERAL (SELECT FROM packed_samples k WHERE k.stream_id = n.id OFFSET 0) p;
