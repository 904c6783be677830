SELECT COALESCE((
      SELECT e.watchtime_position
      FROM leaderboard_entries e
      WHERE e.board_id = b.id AND e.watchtime < 9007199254740991
      ORDER BY e.watchtime_position
      LIMIT 1
    ), b.entry_count) AS capped
    FROM leaderboard_boards b
    ORDER BY b.id DESC
    LIMIT 1;
