-- Each sweep of a whole platform looks for channels that are live again and were not watched for a while: few, of all that were ever seen.
CREATE INDEX "watched_channels_unwatched_idx" ON "watched_channels"("streamer_id") WHERE "watched_until" IS NOT NULL;
