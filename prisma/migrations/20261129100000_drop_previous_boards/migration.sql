-- statements: Only 1.1.0 reads and writes these boards, and the triggers on the tables reject its commands.

DROP TABLE IF EXISTS "leaderboard_entries";

DROP TABLE IF EXISTS "leaderboard_boards";

DROP TABLE IF EXISTS "window_entries";

DROP TABLE IF EXISTS "window_boards";
