-- The tables of schema.prisma, with what it cannot say: checks, partitions and the role that may only read.

CREATE TABLE "streamers" (
    "id" BIGINT NOT NULL,
    "login" TEXT,
    "display_name" TEXT NOT NULL,
    "profile_image" TEXT,

    CONSTRAINT "streamers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "streamers_id_check" CHECK ("id" >= 0),
    CONSTRAINT "streamers_login_check" CHECK ("login" = lower("login"))
);

CREATE UNIQUE INDEX "streamers_login_key" ON "streamers"("login");

CREATE TABLE "streams" (
    "id" BIGINT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "title" TEXT,
    "game_name" TEXT,
    "tags" TEXT[],
    "avg_viewers" BIGINT,
    "peak_viewers" BIGINT,
    "live_views" BIGINT,
    "live_views_final" BIGINT,
    "vod_id" TEXT,
    "watchtime" BIGINT,
    "thumbnail" TEXT,
    "unique_chatters" BIGINT,
    "updated_at" TIMESTAMPTZ(3),
    "figures_from_samples" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "streams_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "streams_id_check" CHECK ("id" >= 0),
    CONSTRAINT "streams_ended_at_check" CHECK ("ended_at" >= "started_at"),
    CONSTRAINT "streams_avg_viewers_check" CHECK ("avg_viewers" <= "peak_viewers"),
    CONSTRAINT "streams_counts_check" CHECK (
        "avg_viewers" BETWEEN 0 AND 9007199254740991 AND "peak_viewers" BETWEEN 0 AND 9007199254740991
        AND "live_views" BETWEEN 0 AND 9007199254740991 AND "live_views_final" BETWEEN 0 AND 9007199254740991
        AND "watchtime" BETWEEN 0 AND 9007199254740991 AND "unique_chatters" BETWEEN 0 AND 9007199254740991
    )
);

CREATE INDEX "streams_streamer_id_started_at_id_idx" ON "streams"("streamer_id", "started_at" DESC, "id");
CREATE INDEX "streams_started_at_idx" ON "streams"("started_at");

CREATE TABLE "viewer_samples" (
    "stream_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "viewers" BIGINT NOT NULL,

    CONSTRAINT "viewer_samples_pkey" PRIMARY KEY ("stream_id", "created_at"),
    CONSTRAINT "viewer_samples_viewers_check" CHECK ("viewers" BETWEEN 0 AND 9007199254740991)
) PARTITION BY RANGE ("created_at");

CREATE TABLE "follower_points" (
    "streamer_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "followers" BIGINT NOT NULL,

    CONSTRAINT "follower_points_pkey" PRIMARY KEY ("streamer_id", "created_at"),
    CONSTRAINT "follower_points_followers_check" CHECK ("followers" BETWEEN 0 AND 9007199254740991)
);

CREATE TABLE "message_stats" (
    "stream_id" BIGINT NOT NULL,
    "total_messages" BIGINT NOT NULL,
    "unique_chatters" BIGINT NOT NULL,
    "deleted_messages" BIGINT NOT NULL,

    CONSTRAINT "message_stats_pkey" PRIMARY KEY ("stream_id"),
    CONSTRAINT "message_stats_counts_check" CHECK (
        "total_messages" BETWEEN 0 AND 9007199254740991 AND "unique_chatters" BETWEEN 0 AND 9007199254740991
        AND "deleted_messages" BETWEEN 0 AND "total_messages"
    )
);

CREATE TABLE "panels" (
    "streamer_id" BIGINT NOT NULL,
    "raw_url" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "root_domain" TEXT NOT NULL,
    "is_commercial" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "panel_image" TEXT,

    CONSTRAINT "panels_pkey" PRIMARY KEY ("streamer_id", "raw_url"),
    CONSTRAINT "panels_removed_at_check" CHECK ("removed_at" >= "created_at")
);

CREATE TABLE "leaderboard_boards" (
    "id" BIGSERIAL NOT NULL,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "entry_count" INTEGER NOT NULL,

    CONSTRAINT "leaderboard_boards_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "leaderboard_entries" (
    "board_id" BIGINT NOT NULL,
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

    CONSTRAINT "leaderboard_entries_pkey" PRIMARY KEY ("board_id", "watchtime_position")
);

CREATE INDEX "leaderboard_entries_board_id_average_viewers_position_idx" ON "leaderboard_entries"("board_id", "average_viewers_position");
CREATE INDEX "leaderboard_entries_board_id_peak_viewers_position_idx" ON "leaderboard_entries"("board_id", "peak_viewers_position");
CREATE INDEX "leaderboard_entries_board_id_followers_position_idx" ON "leaderboard_entries"("board_id", "followers_position");
CREATE INDEX "leaderboard_entries_board_id_follower_gain_position_idx" ON "leaderboard_entries"("board_id", "follower_gain_position");

CREATE TABLE "data_summary" (
    "kind" TEXT NOT NULL,
    "row_count" BIGINT NOT NULL,
    "newest" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_summary_pkey" PRIMARY KEY ("kind")
);

CREATE TABLE "seed_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seed_now" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seed_state_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "seed_state_one_row_check" CHECK ("id" = 1)
);

ALTER TABLE "message_stats" ADD CONSTRAINT "message_stats_stream_id_fkey" FOREIGN KEY ("stream_id") REFERENCES "streams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "panels" ADD CONSTRAINT "panels_streamer_id_fkey" FOREIGN KEY ("streamer_id") REFERENCES "streamers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The server reads through this role. Roles belong to the whole cluster, so it may be there already; where nobody may
-- make roles, the server reads as the owner and says so.
DO $$
BEGIN
    CREATE ROLE analytics_reader NOLOGIN;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    WHEN insufficient_privilege THEN RAISE WARNING 'not allowed to create the role analytics_reader: the server will read as the owner';
END
$$;

-- A role that another database of the cluster made is granted here too.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO analytics_reader', current_schema());
        GRANT SELECT ON "streamers", "streams", "viewer_samples", "follower_points", "message_stats", "panels",
            "leaderboard_boards", "leaderboard_entries", "data_summary" TO analytics_reader;
    END IF;
END
$$;

-- So that the owner can take the role on: since PostgreSQL 16 even the role's maker needs this, a superuser never does.
DO $$
BEGIN
    IF NOT (SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = current_user) THEN
        GRANT analytics_reader TO CURRENT_USER;
    END IF;
EXCEPTION
    WHEN undefined_object THEN NULL;
    WHEN insufficient_privilege THEN RAISE WARNING 'not allowed to take on analytics_reader: the server will read as the owner';
END
$$;
