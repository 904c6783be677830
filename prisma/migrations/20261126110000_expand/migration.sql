-- The tables, functions and views that 1.0.0 does not have, and the rights of the server.

CREATE TABLE "live_streams" (
    "stream_id" BIGINT NOT NULL,
    "game_name" TEXT,
    "observed_at" TIMESTAMPTZ(3),
    "import_id" INTEGER,
    "first_at" TIMESTAMPTZ(3),
    "last_at" TIMESTAMPTZ(3),
    "last_viewers" BIGINT,
    "viewer_ms" DECIMAL(40, 0),
    "peak_viewers" BIGINT,
    "sample_count" BIGINT,
    "longest_ms" BIGINT,

    CONSTRAINT "live_streams_pkey" PRIMARY KEY ("stream_id")
)
-- Room for new versions of each row.
WITH (fillfactor = 30);

-- The order of the lists of live streams.
CREATE INDEX "live_streams_last_viewers_idx" ON "live_streams"("last_viewers" DESC NULLS LAST, "stream_id");
CREATE INDEX "live_streams_game_idx" ON "live_streams"("game_name", "last_viewers" DESC NULLS LAST, "stream_id");

CREATE TABLE "stream_changes" (
    "stream_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "title" TEXT,
    "game_name" TEXT,
    "tags" TEXT[],
    "language" TEXT,
    "import_id" INTEGER,

    CONSTRAINT "stream_changes_pkey" PRIMARY KEY ("stream_id", "created_at")
);

CREATE TABLE "newest_observation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "import_id" INTEGER,

    CONSTRAINT "newest_observation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "newest_observation_one_row_check" CHECK ("id" = 1)
);

INSERT INTO "newest_observation" ("observed_at") SELECT o."newest_at" FROM "sighting_state" o;

-- Viewer samples

CREATE TABLE "pruned_samples" (
    "stream_id" BIGINT NOT NULL,
    "viewer_ms" DECIMAL(40, 0) NOT NULL,
    "peak_viewers" BIGINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_viewers" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "sample_count" BIGINT NOT NULL,
    "longest_ms" BIGINT NOT NULL,

    CONSTRAINT "pruned_samples_pkey" PRIMARY KEY ("stream_id")
);

CREATE TABLE "pruned_event_samples" (
    "event_id" BIGINT NOT NULL,
    "viewer_ms" DECIMAL(40, 0) NOT NULL,
    "time_ms" BIGINT NOT NULL,
    "peak_viewers" BIGINT,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pruned_event_samples_pkey" PRIMARY KEY ("event_id")
);

CREATE TABLE "packed_samples" (
    "stream_id" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "sample_count" INTEGER NOT NULL,
    "first_viewers" BIGINT NOT NULL,
    "step_ms" INTEGER NOT NULL,
    "time_steps" SMALLINT[],
    "long_time_steps" INTEGER[],
    "viewer_steps" SMALLINT[],
    "long_viewer_steps" INTEGER[],
    "import_id" INTEGER,
    "import_ids" INTEGER[],

    CONSTRAINT "packed_samples_pkey" PRIMARY KEY ("stream_id", "last_at")
)
-- Prune drops partitions. A prune up to the middle of a row changes only its first sample, so the row stays in its partition.
PARTITION BY RANGE ("last_at");

-- A row that fits into a block stays in it: one read instead of two look-ups in another table.
ALTER TABLE "packed_samples"
    ALTER COLUMN "time_steps" SET STORAGE MAIN,
    ALTER COLUMN "long_time_steps" SET STORAGE MAIN,
    ALTER COLUMN "viewer_steps" SET STORAGE MAIN,
    ALTER COLUMN "long_viewer_steps" SET STORAGE MAIN,
    ALTER COLUMN "import_ids" SET STORAGE MAIN;

-- Prune looks for the oldest samples.
CREATE INDEX "packed_samples_first_at_idx" ON "packed_samples"("first_at");

-- The samples of a row. Each array has an element for each sample, or is null: a step in time is step_ms and what its array
-- adds to it, and a step in viewers is the difference from the sample before. The steps of the first sample are 0.
CREATE FUNCTION "unpack_samples"(p "packed_samples")
RETURNS TABLE ("created_at" TIMESTAMPTZ, "viewers" BIGINT, "import_id" INTEGER)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    SELECT
        p.first_at + (
            sum(COALESCE(u.time_step, u.long_time_step, 0)) OVER so_far + (u.place - 1) * p.step_ms
        ) * INTERVAL '1 millisecond',
        p.first_viewers + sum(COALESCE(u.viewer_step, u.long_viewer_step)) OVER so_far,
        COALESCE(u.import_id, p.import_id)
    FROM unnest(p.time_steps, p.long_time_steps, p.viewer_steps, p.long_viewer_steps, p.import_ids)
        WITH ORDINALITY u(time_step, long_time_step, viewer_step, long_viewer_step, import_id, place)
    WINDOW so_far AS (ORDER BY u.place ROWS UNBOUNDED PRECEDING)
$$;

-- A stream has either packed samples or others.
CREATE VIEW "all_viewer_samples" AS
SELECT v."stream_id", v."created_at", v."viewers", v."import_id"
FROM "viewer_samples" v
UNION ALL
SELECT p."stream_id", u."created_at", u."viewers", u."import_id"
FROM "packed_samples" p
CROSS JOIN LATERAL "unpack_samples"(p) u;

-- The figures of a stream from its sample sum (src/figures/sample-sum.ts describes both). STABLE and not STRICT, so that PostgreSQL can
-- make it part of a query.
CREATE FUNCTION "stream_figures"(
    "first_at" TIMESTAMPTZ, "last_at" TIMESTAMPTZ, "last_viewers" BIGINT, "viewer_ms" DECIMAL, "peak_viewers" BIGINT, "longest_ms" BIGINT,
    "started_at" TIMESTAMPTZ, "ended_at" TIMESTAMPTZ
)
RETURNS TABLE ("avg_viewers" BIGINT, "watchtime" BIGINT, "largest_gap_seconds" BIGINT)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
AS $$
    SELECT COALESCE(div(2 * h.held_viewer_ms + h.time_ms, NULLIF(2 * h.time_ms, 0)), peak_viewers)::bigint,
        CASE WHEN h.minutes > 9007199254740991 THEN 9007199254740991 ELSE h.minutes END::bigint,
        div(2 * h.gap_ms::numeric + 1000, 2000)::bigint
    FROM (
        SELECT viewer_ms + last_viewers::numeric * t.last_ms AS held_viewer_ms,
            div(2 * (viewer_ms + last_viewers::numeric * t.last_ms) + 60000, 120000) AS minutes,
            (date_part('epoch', last_at - first_at) * 1000)::bigint + t.last_ms AS time_ms,
            greatest(longest_ms, (date_part('epoch', first_at - started_at) * 1000)::bigint, t.last_ms) AS gap_ms
        FROM (
            SELECT CASE WHEN last_at IS NOT NULL THEN greatest((date_part('epoch', ended_at - last_at) * 1000)::bigint, 0) END AS last_ms
        ) t
    ) h
$$;

-- All streams with their figures. Only a live stream is looked for in "live_streams".
CREATE VIEW "current_streams" AS
SELECT s."id", s."streamer_id", s."started_at", s."ended_at", s."title", s."game_name", s."tags", s."language",
    CASE WHEN g.is_given OR l."stream_id" IS NULL THEN s."avg_viewers" ELSE f."avg_viewers" END AS "avg_viewers",
    CASE WHEN g.is_given OR l."stream_id" IS NULL THEN s."peak_viewers" ELSE l."peak_viewers" END AS "peak_viewers",
    s."live_views", s."live_views_final", s."vod_id",
    CASE WHEN g.is_given OR l."stream_id" IS NULL THEN s."watchtime" ELSE f."watchtime" END AS "watchtime",
    s."thumbnail", s."unique_chatters",
    greatest(s."updated_at", s."observed_at", l."observed_at") AS "updated_at",
    s."figures_from_samples" OR (NOT g.is_given AND l."sample_count" IS NOT NULL) AS "figures_from_samples",
    CASE
        WHEN l."stream_id" IS NOT NULL AND COALESCE(l."observed_at", l."last_at") IS NOT NULL
            THEN greatest(s."started_at", l."observed_at", l."last_at")
        WHEN s."end_reason" = 'next_stream' AND COALESCE(s."observed_at", s."last_sampled_at") IS NOT NULL THEN s."ended_at"
    END AS "observed_at",
    s."end_reason",
    COALESCE(l."first_at", s."first_sampled_at") AS "first_sampled_at",
    COALESCE(l."last_at", s."last_sampled_at") AS "last_sampled_at",
    COALESCE(l."last_viewers", s."last_viewers") AS "last_viewers",
    COALESCE(l."sample_count", s."sample_count") AS "sample_count",
    COALESCE(f."largest_gap_seconds", s."largest_gap_seconds") AS "largest_gap_seconds"
FROM "streams" s
LEFT JOIN "live_streams" l ON l."stream_id" = CASE WHEN s."ended_at" IS NULL THEN s."id" END
CROSS JOIN LATERAL (
    SELECT NOT s."figures_from_samples" AND COALESCE(s."avg_viewers", s."peak_viewers", s."watchtime") IS NOT NULL AS is_given
) g
CROSS JOIN LATERAL "stream_figures"(
    l."first_at", l."last_at", l."last_viewers", l."viewer_ms", l."peak_viewers", l."longest_ms", s."started_at", NULL
) f;

-- Imports

CREATE TABLE "imports" (
    "id" INTEGER NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_by" TEXT NOT NULL,
    "inputs" TEXT[],
    "kinds" JSONB NOT NULL,
    "changes" BIGINT NOT NULL,
    "can_undo" BOOLEAN NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "table_name" TEXT NOT NULL,
    "row_count" BIGINT NOT NULL,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id", "table_name")
);

CREATE TABLE "import_changes" (
    "import_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "table_name" TEXT NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,
    "before" JSONB NOT NULL,

    CONSTRAINT "import_changes_pkey" PRIMARY KEY ("import_id", "id")
);

CREATE TABLE "forgotten_ids" (
    "kind" TEXT NOT NULL,
    "id" BIGINT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "forgotten_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "forgotten_ids_pkey" PRIMARY KEY ("kind", "id")
);

-- Boards of other windows, and games

CREATE TABLE "window_boards" (
    "id" BIGINT NOT NULL,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "build_ms" INTEGER NOT NULL,

    CONSTRAINT "window_boards_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "window_entries" (
    "board_id" BIGINT NOT NULL,
    "days" SMALLINT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
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
    "recent_viewers" BIGINT[],

    CONSTRAINT "window_entries_pkey" PRIMARY KEY ("board_id", "days", "watchtime_position")
);

CREATE INDEX "window_entries_board_id_days_average_viewers_position_idx" ON "window_entries"("board_id", "days", "average_viewers_position");
CREATE INDEX "window_entries_board_id_days_peak_viewers_position_idx" ON "window_entries"("board_id", "days", "peak_viewers_position");
CREATE INDEX "window_entries_board_id_days_followers_position_idx" ON "window_entries"("board_id", "days", "followers_position");
CREATE INDEX "window_entries_board_id_days_follower_gain_position_idx" ON "window_entries"("board_id", "days", "follower_gain_position");
CREATE INDEX "window_entries_board_id_days_streamer_id_idx" ON "window_entries"("board_id", "days", "streamer_id");

CREATE TABLE "game_entries" (
    "board_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "stream_count" BIGINT NOT NULL,
    "streamer_count" BIGINT NOT NULL,
    "total_minutes" BIGINT NOT NULL,
    "avg_viewers" BIGINT NOT NULL,
    "peak_viewers" BIGINT NOT NULL,
    "watchtime" BIGINT NOT NULL,

    CONSTRAINT "game_entries_pkey" PRIMARY KEY ("board_id", "position")
);

CREATE INDEX "game_entries_board_id_name_idx" ON "game_entries"("board_id", "name");

CREATE TABLE "game_streamers" (
    "board_id" BIGINT NOT NULL,
    "game_position" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "stream_count" BIGINT NOT NULL,
    "total_minutes" BIGINT NOT NULL,
    "avg_viewers" BIGINT NOT NULL,
    "peak_viewers" BIGINT NOT NULL,
    "watchtime" BIGINT NOT NULL,

    CONSTRAINT "game_streamers_pkey" PRIMARY KEY ("board_id", "game_position", "position")
);

-- Collectors

CREATE TABLE "collector_leases" (
    "platform" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "collector_leases_pkey" PRIMARY KEY ("platform")
);

CREATE TABLE "collector_sweeps" (
    "platform" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "swept_at" TIMESTAMPTZ(3) NOT NULL,
    "channels" INTEGER NOT NULL,

    CONSTRAINT "collector_sweeps_pkey" PRIMARY KEY ("platform")
);

CREATE TABLE "watched_channels" (
    "platform" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "watched_since" TIMESTAMPTZ(3) NOT NULL,
    "watched_until" TIMESTAMPTZ(3),
    "profile_at" TIMESTAMPTZ(3),
    "followers_at" TIMESTAMPTZ(3),

    CONSTRAINT "watched_channels_pkey" PRIMARY KEY ("platform", "external_id")
);

CREATE INDEX "watched_channels_streamer_id_idx" ON "watched_channels"("streamer_id");
-- Each sweep of a whole platform looks for channels that are live again, among all that were ever watched.
CREATE INDEX "watched_channels_unwatched_idx" ON "watched_channels"("streamer_id") WHERE "watched_until" IS NOT NULL;

CREATE TABLE "watched_names" (
    "platform" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,

    CONSTRAINT "watched_names_pkey" PRIMARY KEY ("platform", "name")
);

CREATE TABLE "chat_counts" (
    "stream_id" BIGINT NOT NULL,
    "digest_key" BYTEA NOT NULL,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_counts_pkey" PRIMARY KEY ("stream_id")
);

CREATE TABLE "chat_chatters" (
    "stream_id" BIGINT NOT NULL,
    "digest" BIGINT NOT NULL,
    "messages" BIGINT NOT NULL,

    CONSTRAINT "chat_chatters_pkey" PRIMARY KEY ("stream_id", "digest")
);

CREATE TABLE "chat_gaps" (
    "stream_id" BIGINT NOT NULL,
    "missed_from" TIMESTAMPTZ(3) NOT NULL,
    "missed_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_gaps_pkey" PRIMARY KEY ("stream_id", "missed_from")
);

-- The role is missing if the owner cannot create roles. The server then reads as the owner. In _prisma_migrations, the server looks
-- for the newest migration that it requires.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "live_streams", "current_streams", "stream_changes", "packed_samples", "all_viewer_samples", "window_boards",
            "window_entries", "game_entries", "game_streamers", "collector_sweeps", "watched_channels" TO analytics_reader;
        GRANT SELECT (migration_name, finished_at, rolled_back_at) ON "_prisma_migrations" TO analytics_reader;
    END IF;
END
$$;

-- Before PostgreSQL 16, everybody can write large objects in a read-only session. Only a superuser can revoke this from everybody;
-- other owners skip this.
DO $$
DECLARE
    writing regprocedure;
BEGIN
    IF NOT (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = current_user) THEN RETURN; END IF;
    FOR writing IN
        SELECT p.oid FROM pg_catalog.pg_proc p
        WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname IN
            ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite', 'lo_truncate', 'lo_truncate64', 'lo_unlink')
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', writing);
    END LOOP;
END
$$;
