SELECT FROM (SELECT DISTINCT streamer_id FROM staging_streams) s WHERE s.streamer_id IS NOT NULL AND NOT EXISTS (SELECT FROM streamers r WHERE r.id = s.streamer_id) LIMIT 1;

SELECT FROM (SELECT DISTINCT stream_id FROM staging_viewer_samples) s WHERE s.stream_id IS NOT NULL AND NOT EXISTS (SELECT FROM streams r WHERE r.id = s.stream_id) LIMIT 1;
