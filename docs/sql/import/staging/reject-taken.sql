SELECT FROM staging_observations s WHERE s.streamer_external_id IS NOT NULL LIMIT 1;

SELECT FROM staging_observations s WHERE s.stream_external_id IS NOT NULL LIMIT 1;

SELECT FROM staging_streamers s WHERE s.external_id IS NOT NULL LIMIT 1;

UPDATE staging_streamers s SET external_id = t.external_id
    FROM streamers t
    WHERE t.id = s.id AND s.external_id IS NULL AND s.id >= 4611686018427387904;

SELECT FROM staging_streams s WHERE s.external_id IS NOT NULL LIMIT 1;

UPDATE staging_streams s SET external_id = t.external_id
    FROM streams t
    WHERE t.id = s.id AND s.external_id IS NULL AND s.id >= 4611686018427387904;
