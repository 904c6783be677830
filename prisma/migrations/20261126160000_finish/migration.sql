-- statements: What only commands of 1.0.0 used is removed, and constraints hold for all rows.

ALTER TABLE "streams" VALIDATE CONSTRAINT "streams_end_reason_check";

ALTER TABLE "message_stats" VALIDATE CONSTRAINT "message_stats_shared_messages_check";

ALTER TABLE "streams" DROP COLUMN IF EXISTS "sampled_from";

DROP TABLE IF EXISTS "sighted_streams", "sighted_streamers", "sighted_logins", "sighting_state";

-- JSON carries no larger number exactly. A refresh of this version stores none.
UPDATE "leaderboard_entries" e SET "watchtime" = 9007199254740991 WHERE e."watchtime" > 9007199254740991;
