SET LOCAL work_mem = '64MB';
  SET LOCAL jit = off;

SELECT greatest(CASE WHEN q.is_called THEN q.last_value ELSE 0 END, (SELECT max(b.id) FROM leaderboard_boards b)) AS known_id,
      EXISTS (
        SELECT FROM pg_catalog.pg_locks l
        WHERE l.relation = 'leaderboard_boards'::regclass AND l.mode = 'ShareUpdateExclusiveLock' AND l.granted
          AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())
      ) AS is_locked
    FROM leaderboard_boards_id_seq q;

LOCK TABLE leaderboard_boards IN SHARE UPDATE EXCLUSIVE MODE;

SELECT b.entry_count AS entries, EXISTS (SELECT FROM window_boards w WHERE w.id > $1) AS "withWindows"
    FROM leaderboard_boards b WHERE b.id > $1 ORDER BY b.id DESC LIMIT 1;

SELECT setval(q.name, greatest(nextval(q.name), (SELECT max(b.id) + 1 FROM leaderboard_boards b))) AS id
    FROM (SELECT 'leaderboard_boards_id_seq'::regclass AS name) q;

INSERT INTO leaderboard_boards AS b (
    id, refreshed_at, window_start, entry_count, tracked_since, last_seen_at, sample_count, largest_gap_seconds
  )
  SELECT $1, $2, $3, count(*), min(f.tracked_since), max(f.last_seen_at), COALESCE(sum(f.sample_count), 0),
    max(f.largest_gap_seconds)
  FROM pg_temp.board_figures f
  WHERE NOT f.is_before
  RETURNING b.entry_count AS entries, (
    SELECT count(*)::int FROM pg_temp.board_figures f WHERE NOT f.is_before AND f.watchtime >= 9007199254740991
  ) AS capped;

DELETE FROM leaderboard_entries e WHERE e.board_id <> $1;

DELETE FROM leaderboard_boards b WHERE b.id <> $1;

DELETE FROM window_entries e WHERE e.board_id <> $1;

DELETE FROM game_entries e WHERE e.board_id <> $1;

DELETE FROM game_streamers e WHERE e.board_id <> $1;

DELETE FROM window_boards b WHERE b.id <> $1;

INSERT INTO window_boards (id, refreshed_at, build_ms) VALUES ($1, $2, $3);

SELECT pg_notify($1, $2);
