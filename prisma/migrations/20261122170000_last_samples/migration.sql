-- What the viewer samples of a stream amount to, stored with the stream: the last one, by which live streams are listed, and how
-- well the stream is known. This migration changes tables, and the next one fills them, so that readers wait for this one alone.

ALTER TABLE "streams"
    ADD COLUMN "first_sampled_at" TIMESTAMPTZ(3),
    ADD COLUMN "last_sampled_at" TIMESTAMPTZ(3),
    ADD COLUMN "last_viewers" BIGINT,
    ADD COLUMN "sample_count" BIGINT,
    ADD COLUMN "largest_gap_seconds" BIGINT;

-- Of samples that were pruned before, nobody knows more than the last one.
ALTER TABLE "pruned_samples"
    ADD COLUMN "first_at" TIMESTAMPTZ(3),
    ADD COLUMN "sample_count" BIGINT NOT NULL DEFAULT 1,
    ADD COLUMN "largest_gap_ms" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "leaderboard_boards"
    ADD COLUMN "tracked_since" TIMESTAMPTZ(3),
    ADD COLUMN "last_seen_at" TIMESTAMPTZ(3),
    ADD COLUMN "sample_count" BIGINT,
    ADD COLUMN "largest_gap_seconds" BIGINT;

-- The order of the list of live streams.
CREATE INDEX "streams_live_viewers_idx" ON "streams"("last_viewers" DESC NULLS LAST, "id") WHERE "ended_at" IS NULL;
