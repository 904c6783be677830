-- Rows that make requests expensive: an event of 1,000 streams with 999 samples each, a stream of 60 days, a streamer with
-- 10,000 streams, 10,000 events, 100,000 follower counts of four streamers, and totals of 400 days. The streams with samples
-- ended less than a day ago, so the refresh does not pack the samples.
INSERT INTO streamers (id, login, display_name, named_at)
SELECT 700000000 + i, 'streamer' || i, 'Streamer ' || i, now() FROM generate_series(1, 20000) i;

INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, title, game_name, language, avg_viewers, peak_viewers,
  watchtime, figures_from_samples, first_sampled_at, last_sampled_at, last_viewers, sample_count, largest_gap_seconds, observed_at)
SELECT 80000000000 + i, 700000000 + i, t.start, t.last + interval '1 min', 'unobserved', 'Large event ' || i, 'Game ' || i % 50,
  (ARRAY['en', 'de', 'es', 'fr'])[1 + i % 4], 1000, 2000, 999000, TRUE, t.start, t.last, 100, 999, 60, t.last
FROM generate_series(1, 1000) i
CROSS JOIN LATERAL (SELECT date_trunc('minute', now()) - interval '18 h' + i * interval '1 s' AS start) d
CROSS JOIN LATERAL (SELECT d.start, d.start + interval '998 min' AS last) t;
INSERT INTO viewer_samples (stream_id, created_at, viewers)
SELECT s.id, s.started_at + k * interval '1 min', 500 + (s.id * 7919 + k * 104729) % 1500
FROM streams s, generate_series(0, 998) k;

INSERT INTO events (id, title, started_at, ended_at, is_public)
SELECT 900001, 'Large event', min(s.started_at), max(s.ended_at), TRUE FROM streams s;
INSERT INTO event_streams (event_id, stream_id, role)
SELECT 900001, s.id, (ARRAY['official', 'co_stream', NULL])[1 + s.id % 3] FROM streams s;
INSERT INTO event_markers (id, event_id, title, timestamp, color)
SELECT 910000 + i, e.id, 'Marker ' || i, e.started_at + i * interval '1 min', '#aabbcc' FROM events e, generate_series(1, 900) i;
INSERT INTO events (id, title, description, started_at, ended_at, is_public, figures_due)
SELECT 1000000 + i, 'Event ' || i, repeat('words, with; signs \ ', 400), t.start, t.start + interval '5 h', TRUE, FALSE
FROM generate_series(1, 10000) i, LATERAL (SELECT now() - interval '300 days' + i * interval '1 min' AS start) t;

INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, title, game_name, language, avg_viewers, peak_viewers,
  watchtime)
SELECT 81000000000 + i, 700020000, t.start, t.start + interval '40 min', 'given', 'Stream ' || i, 'Game ' || i % 300, 'en',
  100 + i % 900, 2000, 40 * (100 + i % 900)
FROM generate_series(1, 10000) i, LATERAL (SELECT now() - i * interval '1 h' AS start) t;
INSERT INTO follower_points (streamer_id, created_at, followers)
SELECT 700020000 - n, date_trunc('minute', now()) - i * interval '5 min', 1000000 - i
FROM generate_series(0, 3) n, generate_series(1, 100000) i;

INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, title, game_name, language, avg_viewers, peak_viewers,
  watchtime, figures_from_samples, first_sampled_at, last_sampled_at, last_viewers, sample_count, largest_gap_seconds, observed_at)
SELECT 82000000001, 700019999, t.last - interval '86399 min', t.last, 'given', 'Long stream', 'Game 1', 'en', 1000, 2000,
  86400000, TRUE, t.last - interval '86399 min', t.last, 5, 86400, 60, t.last
FROM (SELECT date_trunc('minute', now()) - interval '1 h' AS last) t;
INSERT INTO viewer_samples (stream_id, created_at, viewers)
SELECT s.id, s.started_at + k * interval '1 min', 500 + k::bigint * 104729 % 1500
FROM streams s, generate_series(0, 86399) k WHERE s.id = 82000000001;

INSERT INTO totals (kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms)
SELECT t.kind, t.name, date_trunc('hour', now()) - h * interval '1 h', p, 90000000000::numeric, 26000, 3240000000::numeric, 910, 3600000
FROM generate_series(1, 9600) h, unnest(ARRAY['twitch', 'kick']) p, (SELECT 'all' AS kind, '' AS name
  UNION ALL SELECT 'language', 'l' || n FROM generate_series(10, 29) n
  UNION ALL SELECT 'game', 'Game ' || n FROM generate_series(1, 50) n) t;
INSERT INTO total_days (kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms)
SELECT t.kind, t.name, date_trunc('day', t.created_at), t.platform, sum(t.viewer_ms), max(t.peak_viewers), sum(t.stream_ms),
  max(t.peak_streams), sum(t.covered_ms)
FROM totals t WHERE t.created_at < date_trunc('day', now()) GROUP BY 1, 2, 3, 4;

INSERT INTO data_summary (kind, row_count, newest, changed_at)
SELECT 'streamers', count(*), max(s.named_at), now() FROM streamers s
UNION ALL SELECT 'streams', count(*), max(s.started_at), now() FROM streams s;
