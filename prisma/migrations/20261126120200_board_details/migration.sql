-- For pages: what is known of the figures of an entry, and the viewers of its last streams. Null on boards of the previous release.

ALTER TABLE "leaderboard_entries"
    ADD COLUMN "viewers_known" BOOLEAN,
    ADD COLUMN "followers_known" BOOLEAN,
    ADD COLUMN "gain_known" BOOLEAN,
    ADD COLUMN "recent_viewers" BIGINT[];

ALTER TABLE "window_entries"
    ADD COLUMN "viewers_known" BOOLEAN,
    ADD COLUMN "followers_known" BOOLEAN,
    ADD COLUMN "gain_known" BOOLEAN,
    ADD COLUMN "recent_viewers" BIGINT[];
