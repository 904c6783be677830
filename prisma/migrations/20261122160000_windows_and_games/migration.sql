-- What a refresh stores beside the board of thirty days: the boards of other windows, and the games of the window.

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

    CONSTRAINT "window_entries_pkey" PRIMARY KEY ("board_id", "days", "watchtime_position")
);

CREATE INDEX "window_entries_board_id_days_average_viewers_position_idx" ON "window_entries"("board_id", "days", "average_viewers_position");
CREATE INDEX "window_entries_board_id_days_peak_viewers_position_idx" ON "window_entries"("board_id", "days", "peak_viewers_position");
CREATE INDEX "window_entries_board_id_days_followers_position_idx" ON "window_entries"("board_id", "days", "followers_position");
CREATE INDEX "window_entries_board_id_days_follower_gain_position_idx" ON "window_entries"("board_id", "days", "follower_gain_position");

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

-- Who is live with a game.
CREATE INDEX "streams_live_game_idx" ON "streams"("game_name") WHERE "ended_at" IS NULL;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "window_boards", "window_entries", "game_entries", "game_streamers" TO analytics_reader;
    END IF;
END
$$;
