DROP TABLE IF EXISTS pg_temp.board_figures;

CREATE TEMP TABLE pg_temp.board_figures ON COMMIT DROP AS
    SELECT g.streamer_id, g.is_before, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint,
      g.avg_viewers::bigint, g.peak_viewers, COALESCE(p.followers, 0) AS followers,
      COALESCE(p.followers - p.start_followers, 0) AS follower_gain, g.viewers_known,
      p.counted_at IS NOT NULL AS followers_known, COALESCE(p.counted_at > p.start_counted_at, FALSE) AS gain_known,
      g.tracked_since, g.last_seen_at, g.sample_count, g.largest_gap_seconds, g.stream_count::int AS stream_count,
      least(g.total_minutes, 2147483647)::int AS total_minutes,
      CASE WHEN g.first_language = g.last_language THEN g.first_language WHEN g.first_language IS NOT NULL AND NOT g.is_before THEN (
        SELECT s.language
        FROM streams s
        WHERE s.streamer_id = g.streamer_id AND s.started_at >= w.since AND s.started_at < w.until AND s.language IS NOT NULL
        GROUP BY s.language
        ORDER BY count(*) DESC, s.language COLLATE "C"
        LIMIT 1
      ) END AS language
    FROM (
      SELECT s.streamer_id, s.started_at < TIMESTAMPTZ '2026-01-30T12:30:00.000Z' AS is_before, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime, 
  min(s.first_sampled_at) AS tracked_since,
  max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
  COALESCE(sum(s.sample_count), 0)::bigint AS sample_count,
  max(s.largest_gap_seconds) AS largest_gap_seconds,
        count(COALESCE(f.avg_viewers, f.peak_viewers, f.watchtime)) > 0 AS viewers_known,
        min(s.language COLLATE "C") AS first_language, max(s.language COLLATE "C") AS last_language
      FROM current_streams s
      CROSS JOIN LATERAL (
        SELECT s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      ) f
      WHERE s.started_at >= TIMESTAMPTZ '2025-12-31T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
      GROUP BY s.streamer_id, is_before
    ) g
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.is_before THEN TIMESTAMPTZ '2025-12-31T12:30:00.000Z' ELSE TIMESTAMPTZ '2026-01-30T12:30:00.000Z' END AS since,
        CASE WHEN g.is_before THEN TIMESTAMPTZ '2026-01-30T12:30:00.000Z' ELSE TIMESTAMPTZ '2026-03-01T12:30:00.000Z' END AS until
    ) w
    JOIN streamers u ON u.id = g.streamer_id
    CROSS JOIN LATERAL (
    SELECT last.followers, last.created_at AS counted_at, COALESCE(before.followers, first.followers) AS start_followers,
      COALESCE(before.created_at, first.created_at) AS start_counted_at
    FROM (SELECT) x
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at < w.until
      ORDER BY p.created_at DESC
      LIMIT 1
    ) last ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at >= w.since - interval '744 hours' AND p.created_at < w.since
      ORDER BY p.created_at DESC
      LIMIT 1
    ) before ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND before.created_at IS NULL AND p.created_at >= w.since AND p.created_at < w.until
      ORDER BY p.created_at ASC
      LIMIT 1
    ) first ON TRUE
  ) p;

WITH ranked AS (
      SELECT f.*, row_number() OVER (PARTITION BY f.is_before ORDER BY f.watchtime DESC, f.streamer_id) - 1 AS by_watchtime, row_number() OVER (PARTITION BY f.is_before ORDER BY f.avg_viewers DESC, f.streamer_id) - 1 AS by_average, row_number() OVER (PARTITION BY f.is_before ORDER BY f.peak_viewers DESC, f.streamer_id) - 1 AS by_peak,
        row_number() OVER (PARTITION BY f.is_before ORDER BY f.followers DESC, f.streamer_id) - 1 AS by_followers, row_number() OVER (PARTITION BY f.is_before ORDER BY f.follower_gain DESC, f.streamer_id) - 1 AS by_gain
      FROM pg_temp.board_figures f
    ), left_board AS (
      INSERT INTO previous_positions (
        board_id, streamer_id, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
        follower_gain_position
      )
      SELECT $1::bigint, b.streamer_id, b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain
      FROM ranked b
      WHERE b.is_before AND NOT EXISTS (SELECT FROM pg_temp.board_figures f WHERE f.streamer_id = b.streamer_id AND NOT f.is_before)
    )
    INSERT INTO board_entries (
      board_id, streamer_id, name, display_name, language, total_minutes, stream_count, followers, watchtime,
      average_viewers, peak_viewers, follower_gain, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
      follower_gain_position, previous_watchtime_position, previous_average_viewers_position,
      previous_peak_viewers_position, previous_followers_position, previous_follower_gain_position, viewers_known,
      followers_known, gain_known, recent_viewers
    )
    SELECT $1::bigint, r.streamer_id, r.name, r.display_name, r.language, r.total_minutes,
      r.stream_count, r.followers, r.watchtime, r.avg_viewers, r.peak_viewers, r.follower_gain,
      r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain,
      b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain, r.viewers_known, r.followers_known, r.gain_known,
      CASE WHEN least(r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain) < 1000 THEN (
        SELECT array_agg(s.avg_viewers ORDER BY s.started_at, s.id DESC)
        FROM (
          SELECT s.id, s.started_at, s.avg_viewers
          FROM current_streams s
          WHERE s.streamer_id = r.streamer_id AND s.started_at >= TIMESTAMPTZ '2026-01-30T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
          ORDER BY s.started_at DESC, s.id
          LIMIT 12
        ) s
      ) END
    FROM ranked r
    LEFT JOIN ranked b ON b.streamer_id = r.streamer_id AND b.is_before
    WHERE NOT r.is_before 
    ORDER BY r.by_watchtime;

CREATE TEMP TABLE pg_temp.board_figures ON COMMIT DROP AS
    SELECT g.streamer_id, g.is_before, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint,
      g.avg_viewers::bigint, g.peak_viewers, COALESCE(p.followers, 0) AS followers,
      COALESCE(p.followers - p.start_followers, 0) AS follower_gain, g.viewers_known,
      p.counted_at IS NOT NULL AS followers_known, COALESCE(p.counted_at > p.start_counted_at, FALSE) AS gain_known,
      g.tracked_since, g.last_seen_at, g.sample_count, g.largest_gap_seconds, g.stream_count::int AS stream_count,
      least(g.total_minutes, 2147483647)::int AS total_minutes,
      CASE WHEN g.first_language = g.last_language THEN g.first_language WHEN g.first_language IS NOT NULL AND NOT g.is_before THEN (
        SELECT s.language
        FROM streams s
        WHERE s.streamer_id = g.streamer_id AND s.started_at >= w.since AND s.started_at < w.until AND s.language IS NOT NULL
        GROUP BY s.language
        ORDER BY count(*) DESC, s.language COLLATE "C"
        LIMIT 1
      ) END AS language
    FROM (
      SELECT s.streamer_id, s.started_at < TIMESTAMPTZ '2026-02-22T12:30:00.000Z' AS is_before, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime, 
  min(s.first_sampled_at) AS tracked_since,
  max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
  COALESCE(sum(s.sample_count), 0)::bigint AS sample_count,
  max(s.largest_gap_seconds) AS largest_gap_seconds,
        count(COALESCE(f.avg_viewers, f.peak_viewers, f.watchtime)) > 0 AS viewers_known,
        min(s.language COLLATE "C") AS first_language, max(s.language COLLATE "C") AS last_language
      FROM current_streams s
      CROSS JOIN LATERAL (
        SELECT s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      ) f
      WHERE s.started_at >= TIMESTAMPTZ '2026-02-15T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
      GROUP BY s.streamer_id, is_before
    ) g
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.is_before THEN TIMESTAMPTZ '2026-02-15T12:30:00.000Z' ELSE TIMESTAMPTZ '2026-02-22T12:30:00.000Z' END AS since,
        CASE WHEN g.is_before THEN TIMESTAMPTZ '2026-02-22T12:30:00.000Z' ELSE TIMESTAMPTZ '2026-03-01T12:30:00.000Z' END AS until
    ) w
    JOIN streamers u ON u.id = g.streamer_id
    CROSS JOIN LATERAL (
    SELECT last.followers, last.created_at AS counted_at, COALESCE(before.followers, first.followers) AS start_followers,
      COALESCE(before.created_at, first.created_at) AS start_counted_at
    FROM (SELECT) x
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at < w.until
      ORDER BY p.created_at DESC
      LIMIT 1
    ) last ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at >= w.since - interval '744 hours' AND p.created_at < w.since
      ORDER BY p.created_at DESC
      LIMIT 1
    ) before ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND before.created_at IS NULL AND p.created_at >= w.since AND p.created_at < w.until
      ORDER BY p.created_at ASC
      LIMIT 1
    ) first ON TRUE
  ) p;

WITH ranked AS (
      SELECT f.*, row_number() OVER (PARTITION BY f.is_before ORDER BY f.watchtime DESC, f.streamer_id) - 1 AS by_watchtime, row_number() OVER (PARTITION BY f.is_before ORDER BY f.avg_viewers DESC, f.streamer_id) - 1 AS by_average, row_number() OVER (PARTITION BY f.is_before ORDER BY f.peak_viewers DESC, f.streamer_id) - 1 AS by_peak,
        row_number() OVER (PARTITION BY f.is_before ORDER BY f.followers DESC, f.streamer_id) - 1 AS by_followers, row_number() OVER (PARTITION BY f.is_before ORDER BY f.follower_gain DESC, f.streamer_id) - 1 AS by_gain
      FROM pg_temp.board_figures f
    ), left_board AS (
      INSERT INTO previous_positions (
        board_id, streamer_id, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
        follower_gain_position
      )
      SELECT $1::bigint, b.streamer_id, b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain
      FROM ranked b
      WHERE b.is_before AND NOT EXISTS (SELECT FROM pg_temp.board_figures f WHERE f.streamer_id = b.streamer_id AND NOT f.is_before)
    )
    INSERT INTO board_entries (
      board_id, streamer_id, name, display_name, language, total_minutes, stream_count, followers, watchtime,
      average_viewers, peak_viewers, follower_gain, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
      follower_gain_position, previous_watchtime_position, previous_average_viewers_position,
      previous_peak_viewers_position, previous_followers_position, previous_follower_gain_position, viewers_known,
      followers_known, gain_known, recent_viewers
    )
    SELECT $1::bigint, r.streamer_id, r.name, r.display_name, r.language, r.total_minutes,
      r.stream_count, r.followers, r.watchtime, r.avg_viewers, r.peak_viewers, r.follower_gain,
      r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain,
      b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain, r.viewers_known, r.followers_known, r.gain_known,
      CASE WHEN least(r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain) < 1000 THEN (
        SELECT array_agg(s.avg_viewers ORDER BY s.started_at, s.id DESC)
        FROM (
          SELECT s.id, s.started_at, s.avg_viewers
          FROM current_streams s
          WHERE s.streamer_id = r.streamer_id AND s.started_at >= TIMESTAMPTZ '2026-02-22T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
          ORDER BY s.started_at DESC, s.id
          LIMIT 12
        ) s
      ) END
    FROM ranked r
    LEFT JOIN ranked b ON b.streamer_id = r.streamer_id AND b.is_before
    WHERE NOT r.is_before 
    ORDER BY r.by_watchtime;

CREATE TEMP TABLE pg_temp.board_figures ON COMMIT DROP AS
    SELECT g.streamer_id, g.is_before, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint,
      g.avg_viewers::bigint, g.peak_viewers, COALESCE(p.followers, 0) AS followers,
      COALESCE(p.followers - p.start_followers, 0) AS follower_gain, g.viewers_known,
      p.counted_at IS NOT NULL AS followers_known, COALESCE(p.counted_at > p.start_counted_at, FALSE) AS gain_known,
      g.tracked_since, g.last_seen_at, g.sample_count, g.largest_gap_seconds, g.stream_count::int AS stream_count,
      least(g.total_minutes, 2147483647)::int AS total_minutes,
      CASE WHEN g.first_language = g.last_language THEN g.first_language WHEN g.first_language IS NOT NULL AND NOT g.is_before THEN (
        SELECT s.language
        FROM streams s
        WHERE s.streamer_id = g.streamer_id AND s.started_at >= w.since AND s.started_at < w.until AND s.language IS NOT NULL
        GROUP BY s.language
        ORDER BY count(*) DESC, s.language COLLATE "C"
        LIMIT 1
      ) END AS language
    FROM (
      SELECT s.streamer_id, s.started_at < TIMESTAMPTZ '2025-12-01T12:30:00.000Z' AS is_before, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime, 
  min(s.first_sampled_at) AS tracked_since,
  max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
  COALESCE(sum(s.sample_count), 0)::bigint AS sample_count,
  max(s.largest_gap_seconds) AS largest_gap_seconds,
        count(COALESCE(f.avg_viewers, f.peak_viewers, f.watchtime)) > 0 AS viewers_known,
        min(s.language COLLATE "C") AS first_language, max(s.language COLLATE "C") AS last_language
      FROM current_streams s
      CROSS JOIN LATERAL (
        SELECT s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      ) f
      WHERE s.started_at >= TIMESTAMPTZ '2025-09-02T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
      GROUP BY s.streamer_id, is_before
    ) g
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.is_before THEN TIMESTAMPTZ '2025-09-02T12:30:00.000Z' ELSE TIMESTAMPTZ '2025-12-01T12:30:00.000Z' END AS since,
        CASE WHEN g.is_before THEN TIMESTAMPTZ '2025-12-01T12:30:00.000Z' ELSE TIMESTAMPTZ '2026-03-01T12:30:00.000Z' END AS until
    ) w
    JOIN streamers u ON u.id = g.streamer_id
    CROSS JOIN LATERAL (
    SELECT last.followers, last.created_at AS counted_at, COALESCE(before.followers, first.followers) AS start_followers,
      COALESCE(before.created_at, first.created_at) AS start_counted_at
    FROM (SELECT) x
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at < w.until
      ORDER BY p.created_at DESC
      LIMIT 1
    ) last ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at >= w.since - interval '744 hours' AND p.created_at < w.since
      ORDER BY p.created_at DESC
      LIMIT 1
    ) before ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND before.created_at IS NULL AND p.created_at >= w.since AND p.created_at < w.until
      ORDER BY p.created_at ASC
      LIMIT 1
    ) first ON TRUE
  ) p;

WITH ranked AS (
      SELECT f.*, row_number() OVER (PARTITION BY f.is_before ORDER BY f.watchtime DESC, f.streamer_id) - 1 AS by_watchtime, row_number() OVER (PARTITION BY f.is_before ORDER BY f.avg_viewers DESC, f.streamer_id) - 1 AS by_average, row_number() OVER (PARTITION BY f.is_before ORDER BY f.peak_viewers DESC, f.streamer_id) - 1 AS by_peak,
        row_number() OVER (PARTITION BY f.is_before ORDER BY f.followers DESC, f.streamer_id) - 1 AS by_followers, row_number() OVER (PARTITION BY f.is_before ORDER BY f.follower_gain DESC, f.streamer_id) - 1 AS by_gain
      FROM pg_temp.board_figures f
    ), left_board AS (
      INSERT INTO previous_positions (
        board_id, streamer_id, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
        follower_gain_position
      )
      SELECT $1::bigint, b.streamer_id, b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain
      FROM ranked b
      WHERE b.is_before AND NOT EXISTS (SELECT FROM pg_temp.board_figures f WHERE f.streamer_id = b.streamer_id AND NOT f.is_before)
    )
    INSERT INTO board_entries (
      board_id, streamer_id, name, display_name, language, total_minutes, stream_count, followers, watchtime,
      average_viewers, peak_viewers, follower_gain, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
      follower_gain_position, previous_watchtime_position, previous_average_viewers_position,
      previous_peak_viewers_position, previous_followers_position, previous_follower_gain_position, viewers_known,
      followers_known, gain_known, recent_viewers
    )
    SELECT $1::bigint, r.streamer_id, r.name, r.display_name, r.language, r.total_minutes,
      r.stream_count, r.followers, r.watchtime, r.avg_viewers, r.peak_viewers, r.follower_gain,
      r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain,
      b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain, r.viewers_known, r.followers_known, r.gain_known,
      CASE WHEN least(r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain) < 1000 THEN (
        SELECT array_agg(s.avg_viewers ORDER BY s.started_at, s.id DESC)
        FROM (
          SELECT s.id, s.started_at, s.avg_viewers
          FROM current_streams s
          WHERE s.streamer_id = r.streamer_id AND s.started_at >= TIMESTAMPTZ '2025-12-01T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
          ORDER BY s.started_at DESC, s.id
          LIMIT 12
        ) s
      ) END
    FROM ranked r
    LEFT JOIN ranked b ON b.streamer_id = r.streamer_id AND b.is_before
    WHERE NOT r.is_before 
    ORDER BY r.by_watchtime;

CREATE TEMP TABLE pg_temp.board_figures ON COMMIT DROP AS
    SELECT g.streamer_id, g.is_before, COALESCE(u.login, u.id::text) AS name, u.display_name, g.watchtime::bigint,
      g.avg_viewers::bigint, g.peak_viewers, COALESCE(p.followers, 0) AS followers,
      COALESCE(p.followers - p.start_followers, 0) AS follower_gain, g.viewers_known,
      p.counted_at IS NOT NULL AS followers_known, COALESCE(p.counted_at > p.start_counted_at, FALSE) AS gain_known,
      g.tracked_since, g.last_seen_at, g.sample_count, g.largest_gap_seconds, g.stream_count::int AS stream_count,
      least(g.total_minutes, 2147483647)::int AS total_minutes,
      CASE WHEN g.first_language = g.last_language THEN g.first_language WHEN g.first_language IS NOT NULL AND NOT g.is_before THEN (
        SELECT s.language
        FROM streams s
        WHERE s.streamer_id = g.streamer_id AND s.started_at >= w.since AND s.started_at < w.until AND s.language IS NOT NULL
        GROUP BY s.language
        ORDER BY count(*) DESC, s.language COLLATE "C"
        LIMIT 1
      ) END AS language
    FROM (
      SELECT s.streamer_id, s.started_at < TIMESTAMPTZ '2026-03-01T00:00:00.000Z' AS is_before, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime, 
  min(s.first_sampled_at) AS tracked_since,
  max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
  COALESCE(sum(s.sample_count), 0)::bigint AS sample_count,
  max(s.largest_gap_seconds) AS largest_gap_seconds,
        count(COALESCE(f.avg_viewers, f.peak_viewers, f.watchtime)) > 0 AS viewers_known,
        min(s.language COLLATE "C") AS first_language, max(s.language COLLATE "C") AS last_language
      FROM current_streams s
      CROSS JOIN LATERAL (
        SELECT s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      ) f
      WHERE s.started_at >= TIMESTAMPTZ '2026-03-01T00:00:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
      GROUP BY s.streamer_id, is_before
    ) g
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.is_before THEN TIMESTAMPTZ '2026-03-01T00:00:00.000Z' ELSE TIMESTAMPTZ '2026-03-01T00:00:00.000Z' END AS since,
        CASE WHEN g.is_before THEN TIMESTAMPTZ '2026-03-01T00:00:00.000Z' ELSE TIMESTAMPTZ '2026-03-01T12:30:00.000Z' END AS until
    ) w
    JOIN streamers u ON u.id = g.streamer_id
    CROSS JOIN LATERAL (
    SELECT last.followers, last.created_at AS counted_at, COALESCE(before.followers, first.followers) AS start_followers,
      COALESCE(before.created_at, first.created_at) AS start_counted_at
    FROM (SELECT) x
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at < w.until
      ORDER BY p.created_at DESC
      LIMIT 1
    ) last ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND p.created_at >= w.since - interval '744 hours' AND p.created_at < w.since
      ORDER BY p.created_at DESC
      LIMIT 1
    ) before ON TRUE
    LEFT JOIN LATERAL (
      SELECT p.followers, p.created_at
      FROM follower_points p
      WHERE p.streamer_id = g.streamer_id AND before.created_at IS NULL AND p.created_at >= w.since AND p.created_at < w.until
      ORDER BY p.created_at ASC
      LIMIT 1
    ) first ON TRUE
  ) p;

WITH ranked AS (
      SELECT f.*, row_number() OVER (PARTITION BY f.is_before ORDER BY f.watchtime DESC, f.streamer_id) - 1 AS by_watchtime, row_number() OVER (PARTITION BY f.is_before ORDER BY f.avg_viewers DESC, f.streamer_id) - 1 AS by_average, row_number() OVER (PARTITION BY f.is_before ORDER BY f.peak_viewers DESC, f.streamer_id) - 1 AS by_peak,
        row_number() OVER (PARTITION BY f.is_before ORDER BY f.followers DESC, f.streamer_id) - 1 AS by_followers, row_number() OVER (PARTITION BY f.is_before ORDER BY f.follower_gain DESC, f.streamer_id) - 1 AS by_gain
      FROM pg_temp.board_figures f
    ), left_board AS (
      INSERT INTO previous_positions (
        board_id, streamer_id, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
        follower_gain_position
      )
      SELECT $1::bigint, b.streamer_id, b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain
      FROM ranked b
      WHERE b.is_before AND NOT EXISTS (SELECT FROM pg_temp.board_figures f WHERE f.streamer_id = b.streamer_id AND NOT f.is_before)
    )
    INSERT INTO board_entries (
      board_id, streamer_id, name, display_name, language, total_minutes, stream_count, followers, watchtime,
      average_viewers, peak_viewers, follower_gain, watchtime_position, average_viewers_position, peak_viewers_position, followers_position,
      follower_gain_position, previous_watchtime_position, previous_average_viewers_position,
      previous_peak_viewers_position, previous_followers_position, previous_follower_gain_position, viewers_known,
      followers_known, gain_known, recent_viewers
    )
    SELECT $1::bigint, r.streamer_id, NULL, NULL, r.language, r.total_minutes,
      r.stream_count, r.followers, r.watchtime, r.avg_viewers, r.peak_viewers, r.follower_gain,
      r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain,
      b.by_watchtime, b.by_average, b.by_peak, b.by_followers, b.by_gain, r.viewers_known, r.followers_known, r.gain_known,
      CASE WHEN least(r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain) < 1000 THEN (
        SELECT array_agg(s.avg_viewers ORDER BY s.started_at, s.id DESC)
        FROM (
          SELECT s.id, s.started_at, s.avg_viewers
          FROM current_streams s
          WHERE s.streamer_id = r.streamer_id AND s.started_at >= TIMESTAMPTZ '2026-03-01T00:00:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z'
          ORDER BY s.started_at DESC, s.id
          LIMIT 12
        ) s
      ) END
    FROM ranked r
    LEFT JOIN ranked b ON b.streamer_id = r.streamer_id AND b.is_before
    WHERE NOT r.is_before AND least(r.by_watchtime, r.by_average, r.by_peak, r.by_followers, r.by_gain) < 10000
    ORDER BY r.by_watchtime;
