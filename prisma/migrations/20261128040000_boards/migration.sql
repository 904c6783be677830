-- One pair of tables for the boards of days and of months. Servers of 1.1.0 read the previous tables, which a later release drops.

CREATE TABLE "boards" (
    "id" BIGSERIAL NOT NULL,
    "days" SMALLINT,
    "month" TEXT,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "window_end" TIMESTAMPTZ(3) NOT NULL,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "is_final" BOOLEAN NOT NULL DEFAULT FALSE,
    "build_ms" INTEGER NOT NULL,
    "entry_count" INTEGER NOT NULL,
    "games_id" BIGINT,
    "game_count" INTEGER NOT NULL DEFAULT 0,
    "language_counts" JSONB NOT NULL DEFAULT '{}',
    "tracked_since" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),
    "sample_count" BIGINT,
    "largest_gap_seconds" BIGINT,

    CONSTRAINT "boards_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "boards_window_check" CHECK (num_nonnulls("days", "month") = 1)
);

COMMENT ON COLUMN "boards"."month" IS 'A calendar month (UTC) such as 2026-10.';
COMMENT ON COLUMN "boards"."build_ms" IS 'Time that building the board took; for the board of 7 days, all boards of its refresh.';
COMMENT ON COLUMN "boards"."entry_count" IS 'Number of ranked streamers. The board of a month has fewer rows.';
COMMENT ON COLUMN "boards"."games_id" IS 'The board_id of the games of this window.';
COMMENT ON COLUMN "boards"."language_counts" IS 'Number of ranked streamers by language.';

CREATE TABLE "board_entries" (
    "board_id" BIGINT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "name" TEXT,
    "display_name" TEXT,
    "language" TEXT,
    "total_minutes" INTEGER,
    "stream_count" INTEGER,
    "followers" BIGINT NOT NULL,
    "watchtime" BIGINT NOT NULL,
    "average_viewers" BIGINT NOT NULL,
    "peak_viewers" BIGINT NOT NULL,
    "follower_gain" BIGINT NOT NULL,
    "watchtime_position" INTEGER NOT NULL,
    "average_viewers_position" INTEGER NOT NULL,
    "peak_viewers_position" INTEGER NOT NULL,
    "followers_position" INTEGER NOT NULL,
    "follower_gain_position" INTEGER NOT NULL,
    "previous_watchtime_position" INTEGER,
    "previous_average_viewers_position" INTEGER,
    "previous_peak_viewers_position" INTEGER,
    "previous_followers_position" INTEGER,
    "previous_follower_gain_position" INTEGER,
    "viewers_known" BOOLEAN,
    "followers_known" BOOLEAN,
    "gain_known" BOOLEAN,
    "recent_viewers" BIGINT[]
);

COMMENT ON COLUMN "board_entries"."name" IS 'Null on the board of a month, whose names are read from streamers.';

-- Games keep their tables, so the new boards need IDs after the previous ones.
SELECT setval('boards_id_seq', GREATEST(
    1, (SELECT max(b."id") FROM "leaderboard_boards" b), (SELECT max(b."id") FROM "window_boards" b)
));

INSERT INTO "boards" (
    "days", "window_start", "window_end", "refreshed_at", "build_ms", "entry_count", "games_id", "game_count", "tracked_since",
    "last_seen_at", "sample_count", "largest_gap_seconds"
)
SELECT 30, b."window_start", b."refreshed_at", b."refreshed_at", 0, b."entry_count", w."id",
    (SELECT count(*) FROM "game_entries" g WHERE g."board_id" = w."id"), b."tracked_since", b."last_seen_at", b."sample_count",
    b."largest_gap_seconds"
FROM "leaderboard_boards" b
LEFT JOIN "window_boards" w ON w."id" = (SELECT max(n."id") FROM "window_boards" n)
WHERE b."id" = (SELECT max(n."id") FROM "leaderboard_boards" n);

INSERT INTO "boards" ("days", "window_start", "window_end", "refreshed_at", "build_ms", "entry_count")
SELECT d.days, b."refreshed_at" - d.days * interval '24 hours', b."refreshed_at", b."refreshed_at", b."build_ms",
    (SELECT count(*) FROM "window_entries" e WHERE e."board_id" = b."id" AND e."days" = d.days)
FROM "window_boards" b, (VALUES (7), (90)) d(days)
WHERE b."id" = (SELECT max(n."id") FROM "window_boards" n);

INSERT INTO "board_entries" (
    "board_id", "streamer_id", "name", "display_name", "followers", "watchtime", "average_viewers", "peak_viewers", "follower_gain",
    "watchtime_position", "average_viewers_position", "peak_viewers_position", "followers_position", "follower_gain_position",
    "previous_watchtime_position", "previous_average_viewers_position", "previous_peak_viewers_position",
    "previous_followers_position", "previous_follower_gain_position", "viewers_known", "followers_known", "gain_known",
    "recent_viewers"
)
SELECT b."id", e."streamer_id", e."name", e."display_name", e."followers", e."watchtime", e."average_viewers", e."peak_viewers",
    e."follower_gain", e."watchtime_position", e."average_viewers_position", e."peak_viewers_position", e."followers_position",
    e."follower_gain_position", e."previous_watchtime_position", e."previous_average_viewers_position",
    e."previous_peak_viewers_position", e."previous_followers_position", e."previous_follower_gain_position", e."viewers_known",
    e."followers_known", e."gain_known", e."recent_viewers"
FROM "boards" b
JOIN "leaderboard_entries" e ON e."board_id" = (SELECT max(n."id") FROM "leaderboard_boards" n)
WHERE b."days" = 30
UNION ALL
SELECT b."id", e."streamer_id", e."name", e."display_name", e."followers", e."watchtime", e."average_viewers", e."peak_viewers",
    e."follower_gain", e."watchtime_position", e."average_viewers_position", e."peak_viewers_position", e."followers_position",
    e."follower_gain_position", e."previous_watchtime_position", e."previous_average_viewers_position",
    e."previous_peak_viewers_position", e."previous_followers_position", e."previous_follower_gain_position", e."viewers_known",
    e."followers_known", e."gain_known", e."recent_viewers"
FROM "boards" b
JOIN "window_entries" e ON e."board_id" = (SELECT max(n."id") FROM "window_boards" n) AND e."days" = b."days"
WHERE b."days" <> 30;

ALTER TABLE "board_entries" ADD CONSTRAINT "board_entries_pkey" PRIMARY KEY ("board_id", "streamer_id");
-- A filter reads these indexes alone.
CREATE INDEX "board_entries_board_id_watchtime_position_idx" ON "board_entries"("board_id", "watchtime_position")
    INCLUDE ("streamer_id", "language", "total_minutes", "stream_count");
CREATE INDEX "board_entries_board_id_average_viewers_position_idx" ON "board_entries"("board_id", "average_viewers_position")
    INCLUDE ("streamer_id", "language", "total_minutes", "stream_count");
CREATE INDEX "board_entries_board_id_peak_viewers_position_idx" ON "board_entries"("board_id", "peak_viewers_position")
    INCLUDE ("streamer_id", "language", "total_minutes", "stream_count");
CREATE INDEX "board_entries_board_id_followers_position_idx" ON "board_entries"("board_id", "followers_position")
    INCLUDE ("streamer_id", "language", "total_minutes", "stream_count");
CREATE INDEX "board_entries_board_id_follower_gain_position_idx" ON "board_entries"("board_id", "follower_gain_position")
    INCLUDE ("streamer_id", "language", "total_minutes", "stream_count");

-- Writers only insert rows, and a refresh only deletes the rows that it has read, so none of them waits for another.
CREATE TABLE "due_months" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "month" TEXT NOT NULL,

    CONSTRAINT "due_months_pkey" PRIMARY KEY ("id")
);

COMMENT ON TABLE "due_months" IS 'Calendar months (UTC) with data that their boards lack. A month can have several rows.';

CREATE TABLE "pruned_months" (
    "month" TEXT NOT NULL,

    CONSTRAINT "pruned_months_pkey" PRIMARY KEY ("month")
);

COMMENT ON TABLE "pruned_months" IS 'Calendar months (UTC) without a board, because COLLECT_KEEP removed streams of them.';

-- Reads the index on the start once per month.
INSERT INTO "due_months" ("month")
WITH RECURSIVE months AS (
    SELECT date_trunc('month', min(s."started_at") AT TIME ZONE 'UTC') AS month FROM "streams" s
    UNION ALL
    SELECT (
        SELECT date_trunc('month', min(s."started_at") AT TIME ZONE 'UTC')
        FROM "streams" s
        WHERE s."started_at" >= (m.month + interval '1 month') AT TIME ZONE 'UTC'
    )
    FROM months m
    WHERE m.month IS NOT NULL
)
SELECT to_char(m.month, 'YYYY-MM') FROM months m WHERE m.month IS NOT NULL;

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "boards"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "board_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "due_months"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

CREATE TRIGGER "require_release" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pruned_months"
    FOR EACH STATEMENT EXECUTE FUNCTION "require_release"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "boards", "board_entries", "due_months", "pruned_months" TO analytics_reader;
    END IF;
END
$$;
