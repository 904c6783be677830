-- The page of a streamer shows the rank, which is looked up by the streamer. Only a refresh waits while the indexes are built.
CREATE INDEX "leaderboard_entries_board_id_streamer_id_idx" ON "leaderboard_entries"("board_id", "streamer_id");
CREATE INDEX "window_entries_board_id_days_streamer_id_idx" ON "window_entries"("board_id", "days", "streamer_id");
