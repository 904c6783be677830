SET LOCAL work_mem = '64MB';
  SET LOCAL jit = off;

UPDATE boards b SET build_ms = $1 WHERE b.days = 7;

SELECT pg_notify($1, $2);
