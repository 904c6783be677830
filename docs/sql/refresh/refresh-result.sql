SELECT count(*)::int AS capped FROM leaderboard_entries e WHERE e.watchtime >= 9007199254740991;
