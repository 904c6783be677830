-- Each sweep changes when the open streams and their channels were seen. Where no index holds what changes, and the page has room, PostgreSQL
-- writes the new version of a row beside the old one and leaves the indexes alone, which takes half the time.
DROP INDEX "sighted_streams_is_open_seen_at_idx";
CREATE INDEX "sighted_streams_open_idx" ON "sighted_streams"("stream_id") WHERE "is_open";
ALTER TABLE "sighted_streams" SET (fillfactor = 70);
ALTER TABLE "sighted_streamers" SET (fillfactor = 70);
ALTER TABLE "sighted_logins" SET (fillfactor = 70);
