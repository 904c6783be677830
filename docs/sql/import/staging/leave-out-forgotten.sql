SELECT FROM forgotten_ids LIMIT 1;

DELETE FROM forgotten_ids k USING (SELECT s.stream_id AS id, s.streamer_id AS owner FROM staging_observations s) r
    WHERE k.kind = 'streams' AND k.id = r.id
      AND r.owner NOT IN (SELECT f.id FROM forgotten_ids f WHERE f.kind = 'streamers');

INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at)
    SELECT 'streams', r.id, min(f.streamer_id), min(f.forgotten_at)
    FROM (SELECT s.stream_id AS id, s.streamer_id AS owner FROM staging_observations s) r
    LEFT JOIN forgotten_ids f ON f.kind = 'streamers' AND f.id = r.owner
    WHERE r.id IS NOT NULL AND NOT EXISTS (SELECT FROM streams t WHERE t.id = r.id)
    GROUP BY r.id
    HAVING bool_and(f.id IS NOT NULL OR r.owner IS NULL) AND bool_or(f.id IS NOT NULL)
    ON CONFLICT DO NOTHING;

UPDATE staging_observations s
    SET shape = 'nobody', streamer_id = NULL, stream_id = NULL
    WHERE s.shape = 'stream' AND (EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id = s.streamer_id) OR EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = s.stream_id));

DELETE FROM staging_observations s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id = s.streamer_id) OR EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = s.stream_id);

DELETE FROM staging_streamers s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id = s.id);

DELETE FROM staging_stream_changes s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = s.stream_id);

DELETE FROM staging_viewer_samples s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = s.stream_id);

DELETE FROM staging_follower_points s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id = s.streamer_id);

DELETE FROM forgotten_ids k USING (SELECT s.id, s.streamer_id AS owner FROM staging_streams s) r
    WHERE k.kind = 'streams' AND k.id = r.id
      AND r.owner NOT IN (SELECT f.id FROM forgotten_ids f WHERE f.kind = 'streamers');

INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at)
    SELECT 'streams', r.id, min(f.streamer_id), min(f.forgotten_at)
    FROM (SELECT s.id, s.streamer_id AS owner FROM staging_streams s) r
    LEFT JOIN forgotten_ids f ON f.kind = 'streamers' AND f.id = r.owner
    WHERE r.id IS NOT NULL AND NOT EXISTS (SELECT FROM streams t WHERE t.id = r.id)
    GROUP BY r.id
    HAVING bool_and(f.id IS NOT NULL OR r.owner IS NULL) AND bool_or(f.id IS NOT NULL)
    ON CONFLICT DO NOTHING;

DELETE FROM staging_streams s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id = s.streamer_id) OR EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = s.id);

DELETE FROM forgotten_ids k USING (SELECT s.id, s.user_id AS owner FROM staging_events s) r
    WHERE k.kind = 'events' AND k.id = r.id
      AND r.owner NOT IN (SELECT f.id FROM forgotten_ids f WHERE f.kind = 'streamers');

INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at)
    SELECT 'events', r.id, min(f.streamer_id), min(f.forgotten_at)
    FROM (SELECT s.id, s.user_id AS owner FROM staging_events s) r
    LEFT JOIN forgotten_ids f ON f.kind = 'streamers' AND f.id = r.owner
    WHERE r.id IS NOT NULL AND NOT EXISTS (SELECT FROM events t WHERE t.id = r.id)
    GROUP BY r.id
    HAVING bool_and(f.id IS NOT NULL OR r.owner IS NULL) AND bool_or(f.id IS NOT NULL)
    ON CONFLICT DO NOTHING;

UPDATE staging_events s SET host_stream_id = NULL WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = s.host_stream_id);

DELETE FROM staging_events s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streamers' AND f.id = s.user_id) OR EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'events' AND f.id = s.id);

DELETE FROM staging_event_streams s WHERE EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'events' AND f.id = s.event_id) OR EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = s.stream_id);

UPDATE staging_colab_sessions s
    SET stream_ids = ARRAY(
      SELECT i.id FROM unnest(s.stream_ids) WITH ORDINALITY i(id, place)
      WHERE NOT EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = i.id)
      ORDER BY i.place
    )
    WHERE s.stream_ids && ARRAY(SELECT f.id FROM forgotten_ids f WHERE f.kind = 'streams');

DELETE FROM staging_colab_sessions s WHERE s.stream_ids = '{}';
