-- statements: This version has more columns in the tables of 1.0.0. A statement that waits for readers of one table blocks no other.

-- Each command of 1.0.0 that writes calls pg_try_advisory_xact_lock($1) first. For a parameter of unknown type, PostgreSQL
-- prefers this function to its own, which takes a bigint. This version calls the one in pg_catalog.
CREATE OR REPLACE FUNCTION "pg_try_advisory_xact_lock"("key" TEXT) RETURNS BOOLEAN LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'A newer version has changed the tables; use the commands of that version'; END $$;

-- Waits for the imports and refreshes of 1.0.0 that are running.
SELECT pg_advisory_xact_lock(7204061002), pg_advisory_xact_lock(7204061003);

-- Finishes an interrupted prune of 1.0.0, which marked a partition, detached it, and then dropped it.
DO $$
DECLARE
    part record;
    removed bigint;
BEGIN
    FOR part IN
        SELECT i.inhrelid::regclass AS name FROM pg_catalog.pg_inherits i
        WHERE i.inhparent = 'viewer_samples'::regclass AND i.inhdetachpending
    LOOP
        EXECUTE format('ALTER TABLE "viewer_samples" DETACH PARTITION %s FINALIZE', part.name);
    END LOOP;
    FOR part IN
        SELECT c.oid::regclass AS name, c.relispartition AS is_attached FROM pg_catalog.pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
            AND obj_description(c.oid, 'pg_class') = 'Pruned: the next npm run prune drops this partition.'
    LOOP
        IF part.is_attached THEN
            EXECUTE format('COMMENT ON TABLE %s IS NULL', part.name);
        ELSE
            EXECUTE format('SELECT count(*) FROM %s', part.name) INTO removed;
            UPDATE "data_summary" d SET "row_count" = d."row_count" - removed WHERE d."kind" = 'viewer_samples';
            EXECUTE format('DROP TABLE %s', part.name);
        END IF;
    END LOOP;
END $$;

ALTER TABLE "streams"
    ADD COLUMN IF NOT EXISTS "language" TEXT,
    ADD COLUMN IF NOT EXISTS "observed_at" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "end_reason" TEXT,
    ADD COLUMN IF NOT EXISTS "first_sampled_at" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "last_sampled_at" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "last_viewers" BIGINT,
    ADD COLUMN IF NOT EXISTS "sample_count" BIGINT,
    ADD COLUMN IF NOT EXISTS "largest_gap_seconds" BIGINT,
    ADD COLUMN IF NOT EXISTS "import_id" INTEGER,
    DROP CONSTRAINT IF EXISTS "streams_end_reason_check",
    ADD CONSTRAINT "streams_end_reason_check" CHECK (
        ("end_reason" IS NULL) = ("ended_at" IS NULL) AND "end_reason" IN ('given', 'unobserved', 'next_stream')
    ) NOT VALID;

ALTER TABLE "streamers"
    ADD COLUMN IF NOT EXISTS "named_at" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "pictured_at" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "message_stats"
    ADD COLUMN IF NOT EXISTS "shared_messages" BIGINT,
    ADD COLUMN IF NOT EXISTS "import_id" INTEGER,
    DROP CONSTRAINT IF EXISTS "message_stats_shared_messages_check",
    ADD CONSTRAINT "message_stats_shared_messages_check" CHECK ("shared_messages" BETWEEN 0 AND 9007199254740991) NOT VALID;

COMMENT ON COLUMN "message_stats"."shared_messages" IS 'Messages of other channels that a shared chat session mirrored. Null: not counted.';

ALTER TABLE "viewer_samples" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "follower_points" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "panels" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "events" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "event_streams" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "event_markers" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "colab_sessions" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "colab_session_streams" ADD COLUMN IF NOT EXISTS "import_id" INTEGER;

ALTER TABLE "leaderboard_boards"
    ADD COLUMN IF NOT EXISTS "tracked_since" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "last_seen_at" TIMESTAMPTZ(3),
    ADD COLUMN IF NOT EXISTS "sample_count" BIGINT,
    ADD COLUMN IF NOT EXISTS "largest_gap_seconds" BIGINT;

ALTER TABLE "leaderboard_entries"
    ADD COLUMN IF NOT EXISTS "previous_watchtime_position" INTEGER,
    ADD COLUMN IF NOT EXISTS "previous_average_viewers_position" INTEGER,
    ADD COLUMN IF NOT EXISTS "previous_peak_viewers_position" INTEGER,
    ADD COLUMN IF NOT EXISTS "previous_followers_position" INTEGER,
    ADD COLUMN IF NOT EXISTS "previous_follower_gain_position" INTEGER,
    ADD COLUMN IF NOT EXISTS "viewers_known" BOOLEAN,
    ADD COLUMN IF NOT EXISTS "followers_known" BOOLEAN,
    ADD COLUMN IF NOT EXISTS "gain_known" BOOLEAN,
    ADD COLUMN IF NOT EXISTS "recent_viewers" BIGINT[];
