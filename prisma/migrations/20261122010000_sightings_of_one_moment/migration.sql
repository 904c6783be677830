-- What decides between two observations of one moment, so that their order does not. Older rows have none: what they say stays
-- until a later observation.

ALTER TABLE "sighted_streams" ADD COLUMN "seen_as" TEXT;

ALTER TABLE "sighted_streamers"
    ADD COLUMN "named_as" TEXT,
    ADD COLUMN "login_at" TIMESTAMPTZ(3),
    ADD COLUMN "login_as" TEXT,
    ADD COLUMN "pictured_as" TEXT;

-- Until now a login was as old as the name that it came with.
UPDATE "sighted_streamers" SET "login_at" = "named_at";
