SET LOCAL work_mem = '128MB';
  SET LOCAL maintenance_work_mem = '256MB';
  SET LOCAL jit = off;

ANALYZE staging_observations;

SELECT g.shape, count(COALESCE(g.viewers, g.followers, g.subscribers))::float8 AS count, min(g.at) AS from, max(g.at) AS to
    FROM staging_observations g
    GROUP BY g.shape;

ANALYZE changed_streams;
