-- The positions of a streamer by the same figures in the window before. Null without streams then, and on boards of the previous release.

ALTER TABLE "leaderboard_entries"
    ADD COLUMN "previous_watchtime_position" INTEGER,
    ADD COLUMN "previous_average_viewers_position" INTEGER,
    ADD COLUMN "previous_peak_viewers_position" INTEGER,
    ADD COLUMN "previous_followers_position" INTEGER,
    ADD COLUMN "previous_follower_gain_position" INTEGER;

ALTER TABLE "window_entries"
    ADD COLUMN "previous_watchtime_position" INTEGER,
    ADD COLUMN "previous_average_viewers_position" INTEGER,
    ADD COLUMN "previous_peak_viewers_position" INTEGER,
    ADD COLUMN "previous_followers_position" INTEGER,
    ADD COLUMN "previous_follower_gain_position" INTEGER;
