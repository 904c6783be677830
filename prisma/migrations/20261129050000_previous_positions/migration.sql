-- Stores the ranks in the window before of streamers without a stream in the window, who have no row in board_entries.

CREATE TABLE "previous_positions" (
    "board_id" BIGINT NOT NULL,
    "streamer_id" BIGINT NOT NULL,
    "watchtime_position" INTEGER NOT NULL,
    "average_viewers_position" INTEGER NOT NULL,
    "peak_viewers_position" INTEGER NOT NULL,
    "followers_position" INTEGER NOT NULL,
    "follower_gain_position" INTEGER NOT NULL,

    CONSTRAINT "previous_positions_pkey" PRIMARY KEY ("board_id", "streamer_id")
);

COMMENT ON TABLE "previous_positions" IS 'Positions in the window before, of streamers who are not on the board of a number of days. Others have them in board_entries.';

CALL "gate_new_tables"();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname = 'analytics_reader') THEN
        GRANT SELECT ON "previous_positions" TO analytics_reader;
    END IF;
END
$$;
