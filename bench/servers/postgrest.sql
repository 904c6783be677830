-- The functions that PostgREST serves. Views would be slower: "select" with columns in the URL costs 250 us per request.

DROP SCHEMA IF EXISTS bench_api CASCADE;
CREATE SCHEMA bench_api;
GRANT USAGE ON SCHEMA bench_api TO analytics_reader;

-- The functions are plain SQL and stable, so that PostgreSQL inlines them.
CREATE FUNCTION bench_api.streamer_id(name text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT COALESCE(
    (SELECT i.id FROM public.streamers i WHERE i.id = CASE WHEN name ~ '^\d{1,18}$' THEN name::bigint END),
    (SELECT l.id FROM public.streamers l WHERE l.login = lower(name))
  )
$$;

CREATE FUNCTION bench_api.recent_streams(name text, count int DEFAULT 20) RETURNS TABLE (
  id text, streamer_id text, started_at timestamptz, ended_at timestamptz, is_live boolean, avg_viewers bigint,
  peak_viewers bigint, live_views bigint, live_views_final bigint, watchtime bigint, unique_chatters bigint, vod_id text,
  game_name text, title text, tags text[], thumbnail text, user_display_name text, user_profile_image text,
  updated_at timestamptz
) LANGUAGE sql STABLE AS $$
  SELECT s.id::text, s.streamer_id::text, s.started_at, s.ended_at, s.ended_at IS NULL, s.avg_viewers, s.peak_viewers,
    s.live_views, s.live_views_final, s.watchtime, s.unique_chatters, s.vod_id, s.game_name, s.title, s.tags, s.thumbnail,
    u.display_name, u.profile_image, s.updated_at
  FROM public.streamers u
  CROSS JOIN LATERAL (
    SELECT r.* FROM public.streams r WHERE r.streamer_id = u.id ORDER BY r.started_at DESC, r.id LIMIT count
  ) s
  WHERE u.id = bench_api.streamer_id(name)
  ORDER BY s.started_at DESC, s.id
$$;

CREATE FUNCTION bench_api.thirty_day_stats(name text) RETURNS TABLE (
  stream_count bigint, total_minutes numeric, avg_viewers numeric, peak_viewers bigint, watchtime numeric
) LANGUAGE sql STABLE AS $$
  SELECT g.stream_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
  FROM public.streamers u
  CROSS JOIN LATERAL (
    SELECT
      count(*) AS stream_count,
      COALESCE(sum(f.minutes), 0) AS total_minutes,
      COALESCE(round(COALESCE(
        sum(f.avg_viewers * f.minutes) / NULLIF(sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0),
        avg(f.avg_viewers)
      )), 0) AS avg_viewers,
      COALESCE(max(f.peak_viewers), 0) AS peak_viewers,
      COALESCE(sum(f.watchtime), 0) AS watchtime
    FROM (
      SELECT s.avg_viewers, s.peak_viewers, s.watchtime,
        floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, now())) - s.started_at) / 60)::bigint AS minutes
      FROM public.current_streams s
      WHERE s.streamer_id = u.id AND s.started_at >= now() - interval '720 hours' AND s.started_at < now()
    ) f
  ) g
  WHERE u.id = bench_api.streamer_id(name)
$$;

CREATE FUNCTION bench_api.follower_graph(name text) RETURNS TABLE (followers bigint, created_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT p.followers, p.created_at
  FROM public.follower_points p
  WHERE p.streamer_id = bench_api.streamer_id(name)
  ORDER BY p.created_at
  LIMIT 1000
$$;

CREATE FUNCTION bench_api.partners(name text) RETURNS TABLE (
  raw_url text, url text, root_domain text, panel_image text, created_at timestamptz
) LANGUAGE sql STABLE AS $$
  SELECT p.raw_url, p.url, p.root_domain, p.panel_image, p.created_at
  FROM (
    SELECT DISTINCT ON (q.root_domain) q.raw_url, q.url, q.root_domain, q.panel_image, q.created_at
    FROM public.panels q
    WHERE q.streamer_id = bench_api.streamer_id(name) AND q.is_commercial AND q.removed_at IS NULL
    ORDER BY q.root_domain, q.created_at, q.raw_url
  ) p
  ORDER BY p.created_at, p.root_domain
$$;

-- One function per metric, because each metric has its own index.
DO $do$
DECLARE
  metric record;
BEGIN
  FOR metric IN
    SELECT * FROM (VALUES
      ('watchtime', 'watchtime_position'), ('averageviewers', 'average_viewers_position'),
      ('followers', 'followers_position'), ('followergain', 'follower_gain_position'),
      ('peakviewers', 'peak_viewers_position')
    ) m (name, position)
  LOOP
    EXECUTE format($create$
      CREATE FUNCTION bench_api.%I(cursor bigint DEFAULT 0, count int DEFAULT 50) RETURNS TABLE (
        id text, name text, display_name text, followers bigint, watchtime bigint, averageviewers bigint,
        peakviewers bigint, followergain bigint
      ) LANGUAGE sql STABLE AS $$
        SELECT e.streamer_id::text, e.name, e.display_name, e.followers, e.watchtime, e.average_viewers, e.peak_viewers,
          e.follower_gain
        FROM public.leaderboard_entries e
        WHERE e.board_id = (SELECT max(b.id) FROM public.leaderboard_boards b)
          AND e.%I >= cursor AND e.%2$I < cursor + count
        ORDER BY e.%2$I
        LIMIT count
      $$
    $create$, 'leaderboard_' || metric.name, metric.position);
  END LOOP;
END
$do$;

CREATE FUNCTION bench_api.message_stats(id bigint) RETURNS TABLE (
  total_messages bigint, unique_chatters bigint, deleted_messages bigint, shared_messages bigint
) LANGUAGE sql STABLE AS $$
  SELECT COALESCE(m.total_messages, 0), COALESCE(m.unique_chatters, 0), COALESCE(m.deleted_messages, 0),
    m.shared_messages
  FROM public.current_streams s
  LEFT JOIN public.message_stats m ON m.stream_id = s.id
  WHERE s.id = message_stats.id
$$;
