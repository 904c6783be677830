DROP TABLE IF EXISTS pg_temp.game_figures, pg_temp.game_streamer_figures;

CREATE TEMP TABLE pg_temp.game_streamer_figures ON COMMIT DROP AS
    SELECT f.game_name, f.streamer_id, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime
    FROM (
      SELECT s.game_name, s.streamer_id, s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      FROM current_streams s
      WHERE s.started_at >= TIMESTAMPTZ '2026-01-30T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z' AND s.game_name COLLATE "C" ~ '[^\U00000001-\U00000020\U0000007f-\U000000a0\U000000ad\U00000300-\U0000036f\U00000483-\U00000489\U0000061c\U0000115f-\U00001160\U00001680\U000017b4-\U000017b5\U0000180b-\U0000180f\U00001ab0-\U00001aff\U00001dc0-\U00001dff\U00002000-\U0000200f\U00002028-\U0000202f\U0000205f-\U0000206f\U000020d0-\U000020ff\U00002800\U00003000\U00003164\U0000fe00-\U0000fe0f\U0000fe20-\U0000fe2f\U0000feff\U0000ffa0\U0000fff0-\U0000fffb\U00013430-\U00013440\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    ) f
    GROUP BY f.game_name, f.streamer_id;

CREATE TEMP TABLE pg_temp.game_figures ON COMMIT DROP AS
    SELECT f.game_name, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime
    FROM (
      SELECT s.game_name, s.streamer_id, s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      FROM current_streams s
      WHERE s.started_at >= TIMESTAMPTZ '2026-01-30T12:30:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z' AND s.game_name COLLATE "C" ~ '[^\U00000001-\U00000020\U0000007f-\U000000a0\U000000ad\U00000300-\U0000036f\U00000483-\U00000489\U0000061c\U0000115f-\U00001160\U00001680\U000017b4-\U000017b5\U0000180b-\U0000180f\U00001ab0-\U00001aff\U00001dc0-\U00001dff\U00002000-\U0000200f\U00002028-\U0000202f\U0000205f-\U0000206f\U000020d0-\U000020ff\U00002800\U00003000\U00003164\U0000fe00-\U0000fe0f\U0000fe20-\U0000fe2f\U0000feff\U0000ffa0\U0000fff0-\U0000fffb\U00013430-\U00013440\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    ) f
    GROUP BY f.game_name;

INSERT INTO game_entries (
    board_id, position, name, stream_count, streamer_count, total_minutes, avg_viewers, peak_viewers, watchtime
  )
  SELECT $1, row_number() OVER (ORDER BY g.watchtime DESC, g.game_name COLLATE "C") - 1, g.game_name, g.stream_count,
    c.streamer_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
  FROM pg_temp.game_figures g
  JOIN (
    SELECT f.game_name, count(*) AS streamer_count FROM pg_temp.game_streamer_figures f GROUP BY f.game_name
  ) c ON c.game_name = g.game_name ORDER BY 2;

INSERT INTO game_streamers (
    board_id, game_position, position, streamer_id, stream_count, total_minutes, avg_viewers, peak_viewers, watchtime
  )
  SELECT $1, e.position, r.position, r.streamer_id, r.stream_count, r.total_minutes, r.avg_viewers, r.peak_viewers,
    r.watchtime
  FROM (
    SELECT f.*, row_number() OVER (PARTITION BY f.game_name ORDER BY f.watchtime DESC, f.streamer_id) - 1 AS position
    FROM pg_temp.game_streamer_figures f
  ) r
  JOIN game_entries e ON e.board_id = $1 AND e.name = r.game_name
  WHERE r.position < $2
  ORDER BY e.position, r.position;

CREATE TEMP TABLE pg_temp.game_streamer_figures ON COMMIT DROP AS
    SELECT f.game_name, f.streamer_id, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime
    FROM (
      SELECT s.game_name, s.streamer_id, s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      FROM current_streams s
      WHERE s.started_at >= TIMESTAMPTZ '2026-03-01T00:00:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z' AND s.game_name COLLATE "C" ~ '[^\U00000001-\U00000020\U0000007f-\U000000a0\U000000ad\U00000300-\U0000036f\U00000483-\U00000489\U0000061c\U0000115f-\U00001160\U00001680\U000017b4-\U000017b5\U0000180b-\U0000180f\U00001ab0-\U00001aff\U00001dc0-\U00001dff\U00002000-\U0000200f\U00002028-\U0000202f\U0000205f-\U0000206f\U000020d0-\U000020ff\U00002800\U00003000\U00003164\U0000fe00-\U0000fe0f\U0000fe20-\U0000fe2f\U0000feff\U0000ffa0\U0000fff0-\U0000fffb\U00013430-\U00013440\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    ) f
    GROUP BY f.game_name, f.streamer_id;

CREATE TEMP TABLE pg_temp.game_figures ON COMMIT DROP AS
    SELECT f.game_name, 
  count(*) AS stream_count,
  COALESCE(sum(f.minutes), 0) AS total_minutes,
  COALESCE(
    div(2 * (sum(f.avg_viewers * f.minutes::numeric))::numeric + sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), NULLIF(2 * sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0)),
    div(2 * (sum(f.avg_viewers))::numeric + count(f.avg_viewers), NULLIF(2 * count(f.avg_viewers), 0)),
    0
  ) AS avg_viewers,
  COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
  least(COALESCE(sum(f.watchtime), 0), 9007199254740991) AS watchtime
    FROM (
      SELECT s.game_name, s.streamer_id, s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, TIMESTAMPTZ '2026-03-01T12:30:00.000Z')) - s.started_at) / 60)::bigint AS minutes
      FROM current_streams s
      WHERE s.started_at >= TIMESTAMPTZ '2026-03-01T00:00:00.000Z' AND s.started_at < TIMESTAMPTZ '2026-03-01T12:30:00.000Z' AND s.game_name COLLATE "C" ~ '[^\U00000001-\U00000020\U0000007f-\U000000a0\U000000ad\U00000300-\U0000036f\U00000483-\U00000489\U0000061c\U0000115f-\U00001160\U00001680\U000017b4-\U000017b5\U0000180b-\U0000180f\U00001ab0-\U00001aff\U00001dc0-\U00001dff\U00002000-\U0000200f\U00002028-\U0000202f\U0000205f-\U0000206f\U000020d0-\U000020ff\U00002800\U00003000\U00003164\U0000fe00-\U0000fe0f\U0000fe20-\U0000fe2f\U0000feff\U0000ffa0\U0000fff0-\U0000fffb\U00013430-\U00013440\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    ) f
    GROUP BY f.game_name;

INSERT INTO game_entries (
    board_id, position, name, stream_count, streamer_count, total_minutes, avg_viewers, peak_viewers, watchtime
  )
  SELECT $1, row_number() OVER (ORDER BY g.watchtime DESC, g.game_name COLLATE "C") - 1, g.game_name, g.stream_count,
    c.streamer_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
  FROM pg_temp.game_figures g
  JOIN (
    SELECT f.game_name, count(*) AS streamer_count FROM pg_temp.game_streamer_figures f GROUP BY f.game_name
  ) c ON c.game_name = g.game_name ORDER BY 2 LIMIT 10000;
