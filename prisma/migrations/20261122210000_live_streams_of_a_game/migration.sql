-- The live streams of a game in their order: a page of them reads no others.
DROP INDEX "streams_live_game_idx";
CREATE INDEX "streams_live_game_idx" ON "streams"("game_name", "last_viewers" DESC NULLS LAST, "id") WHERE "ended_at" IS NULL;
