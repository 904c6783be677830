SELECT greatest(CASE WHEN q.is_called THEN q.last_value ELSE 0 END, (SELECT max(b.id) FROM boards b)) AS known_id,
      EXISTS (
        SELECT FROM pg_catalog.pg_locks l
        WHERE l.relation = 'boards'::regclass AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
          AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
      ) AS is_locked
    FROM boards_id_seq q;

LOCK TABLE boards IN SHARE UPDATE EXCLUSIVE MODE;

SELECT b.entry_count AS entries, EXISTS (SELECT FROM boards w WHERE w.days = 7 AND w.id > $1) AS "withWindows"
    FROM boards b WHERE b.days = 30 AND b.id > $1;
