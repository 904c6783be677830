-- Each sweep of a whole platform looks for channels that are live again and were not watched for a while: few, of all that were ever seen.
CREATE INDEX "watched_channels_unwatched_idx" ON "watched_channels"("streamer_id") WHERE "watched_until" IS NOT NULL;

-- The API tells since when a channel is watched.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "watched_channels" TO analytics_reader;
    END IF;
END
$$;
