-- concurrently: The page of a streamer shows the rank, which is looked up by the streamer.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "leaderboard_entries_board_id_streamer_id_idx" ON "leaderboard_entries"("board_id", "streamer_id");
