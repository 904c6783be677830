-- concurrently: The import looks for the live streams of some streamers.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "streams_live_idx" ON "streams"("streamer_id") WHERE "ended_at" IS NULL;
