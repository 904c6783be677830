SELECT FROM (SELECT DISTINCT streamer_id FROM staging_follower_points) s WHERE s.streamer_id IS NOT NULL AND NOT EXISTS (SELECT FROM streamers r WHERE r.id = s.streamer_id) LIMIT 1;

SELECT FROM (SELECT DISTINCT streamer_id FROM staging_streams) s WHERE s.streamer_id IS NOT NULL AND NOT EXISTS (SELECT FROM streamers r WHERE r.id = s.streamer_id) LIMIT 1;

SELECT FROM (SELECT DISTINCT stream_id FROM staging_viewer_samples) s WHERE s.stream_id IS NOT NULL AND NOT EXISTS (SELECT FROM streams r WHERE r.id = s.stream_id) LIMIT 1;

DECLARE unknown_references CURSOR FOR SELECT s.*, s.stream_id AS unknown_id FROM staging_viewer_samples s WHERE s.stream_id IS NOT NULL AND NOT EXISTS (SELECT FROM streams r WHERE r.id = s.stream_id) ORDER BY s.origin;

FETCH 1000 FROM unknown_references;

CLOSE unknown_references;

DELETE FROM staging_viewer_samples s WHERE s.stream_id IS NOT NULL AND NOT EXISTS (SELECT FROM streams r WHERE r.id = s.stream_id);

SELECT FROM (SELECT DISTINCT host_stream_id FROM staging_events) s WHERE s.host_stream_id IS NOT NULL AND NOT EXISTS (SELECT FROM streams r WHERE r.id = s.host_stream_id) LIMIT 1;

SELECT FROM (SELECT DISTINCT event_id FROM staging_event_streams) s WHERE s.event_id IS NOT NULL AND NOT EXISTS (SELECT FROM events r WHERE r.id = s.event_id) LIMIT 1;

SELECT FROM (SELECT DISTINCT stream_id FROM staging_event_streams) s WHERE s.stream_id IS NOT NULL AND NOT EXISTS (SELECT FROM streams r WHERE r.id = s.stream_id) LIMIT 1;

SELECT FROM (SELECT DISTINCT stream_ids FROM staging_colab_sessions) s WHERE EXISTS (SELECT i.id FROM unnest(s.stream_ids) i(id) WHERE NOT EXISTS (SELECT FROM streams r WHERE r.id = i.id)) LIMIT 1;
