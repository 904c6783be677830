-- statements: Organizers compare official streams of an event with co-streams.

ALTER TABLE "event_streams"
    ADD COLUMN IF NOT EXISTS "role" TEXT,
    DROP CONSTRAINT IF EXISTS "event_streams_role_check",
    ADD CONSTRAINT "event_streams_role_check" CHECK ("role" IN ('official', 'co_stream')) NOT VALID;

ALTER TABLE "event_streams" VALIDATE CONSTRAINT "event_streams_role_check";

COMMENT ON COLUMN "event_streams"."role" IS 'official or co_stream. Null: not known; the stream that hosts the event is official then.';

-- Figures of a part of a stream begin with the last pruned sample.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "pruned_samples" TO analytics_reader;
    END IF;
END
$$;
