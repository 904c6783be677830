SELECT setval(q.name, greatest(nextval(q.name), (SELECT max(b.id) + 1 FROM boards b))) AS id
    FROM (SELECT 'boards_id_seq'::regclass AS name) q, generate_series(1, $1);

WITH gone AS (DELETE FROM boards b WHERE b.days = $1::smallint OR b.month = $2::text RETURNING b.id, b.games_id),
      emptied AS (DELETE FROM board_entries e USING gone g WHERE e.board_id = g.id),
      left_board AS (DELETE FROM previous_positions p USING gone g WHERE p.board_id = g.id)
    SELECT g.games_id FROM gone g WHERE g.games_id IS NOT NULL;

INSERT INTO boards AS b (
    id, days, month, window_start, window_end, refreshed_at, is_final, build_ms, entry_count, games_id, game_count,
    language_counts, known_since, tracked_since, last_seen_at, sample_count, largest_gap_seconds
  )
  SELECT $1::bigint, $2::smallint, $3::text, $4::timestamptz, $5::timestamptz, $6::timestamptz,
    $3::text IS NOT NULL AND $6::timestamptz >= $5::timestamptz AND (
      $6::timestamptz >= $5::timestamptz + interval '172800000 ms' OR NOT EXISTS (
        SELECT FROM live_streams l JOIN streams s ON s.id = l.stream_id WHERE s.started_at >= $4 AND s.started_at < $5
      )
    ),
    $7::int, c.entries, $8::bigint, g.games, l.languages, k.since, c.tracked_since, c.last_seen_at, c.sample_count, c.largest_gap_seconds
  FROM (
    SELECT count(*) AS entries, min(f.tracked_since) AS tracked_since, max(f.last_seen_at) AS last_seen_at,
      COALESCE(sum(f.sample_count), 0) AS sample_count, max(f.largest_gap_seconds) AS largest_gap_seconds
    FROM pg_temp.board_figures f
    WHERE NOT f.is_before
  ) c
  CROSS JOIN (SELECT count(*) AS games FROM game_entries e WHERE e.board_id = $8::bigint) g
  CROSS JOIN (
    SELECT COALESCE(jsonb_object_agg(n.language, n.entries), '{}') AS languages
    FROM (
      SELECT f.language, count(*) AS entries
      FROM pg_temp.board_figures f
      WHERE NOT f.is_before AND f.language IS NOT NULL
      GROUP BY f.language
    ) n
  ) l
  CROSS JOIN (
  SELECT COALESCE(jsonb_object_agg(COALESCE(m.platform, 'all'), m.since), '{}') AS since
  FROM (
    SELECT o.platform, percentile_disc(0.5) WITHIN GROUP (ORDER BY o.since) AS since
    FROM (
      SELECT p.platform, COALESCE(c.since, (
        SELECT min(s.started_at) FROM streams s WHERE c.platform IS NULL AND s.streamer_id = f.streamer_id
      )) AS since
      FROM pg_temp.board_figures f
      CROSS JOIN LATERAL (SELECT (ARRAY['twitch', 'kick'])[greatest((f.streamer_id >> 58)::integer - 14, 1)] AS platform) p
      LEFT JOIN collector_sweeps c ON c.platform = p.platform
      WHERE NOT f.is_before AND hashint8(f.streamer_id) % (
        SELECT 1 + count(*) / 10000 FROM pg_temp.board_figures a WHERE NOT a.is_before
      ) = 0
    ) o
    GROUP BY GROUPING SETS ((o.platform), ())
    HAVING count(*) > 0
  ) m) k
  RETURNING b.entry_count AS entries, (
    SELECT count(*)::int FROM pg_temp.board_figures f WHERE NOT f.is_before AND f.watchtime >= 9007199254740991
  ) AS capped;

WITH gone AS (DELETE FROM boards b WHERE b.month <= $1 OR EXISTS (SELECT FROM pruned_months p WHERE p.month = b.month) RETURNING b.id, b.games_id),
      emptied AS (DELETE FROM board_entries e USING gone g WHERE e.board_id = g.id),
      left_board AS (DELETE FROM previous_positions p USING gone g WHERE p.board_id = g.id)
    SELECT g.games_id FROM gone g WHERE g.games_id IS NOT NULL;
