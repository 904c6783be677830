SELECT DISTINCT m.month
    FROM (SELECT d.month FROM due_months d UNION ALL SELECT b.month FROM boards b) m
    LEFT JOIN boards b ON b.month = m.month
    WHERE m.month > $1 AND m.month < $2 AND (
    EXISTS (SELECT FROM due_months d WHERE d.month = m.month)
    OR (NOT b.is_final AND b.window_end <= $3::timestamptz AND (
      b.refreshed_at < b.window_end OR b.window_end + interval '172800000 ms' <= $3::timestamptz
    ))
  )
    ORDER BY m.month DESC;

DELETE FROM due_months d WHERE d.month = $1;

WITH gone AS (DELETE FROM boards b WHERE b.month <= $1 RETURNING b.id, b.month),
      marked AS (INSERT INTO due_months (month) SELECT g.month FROM gone g),
      emptied AS (DELETE FROM board_entries e USING gone g WHERE e.board_id = g.id)
    SELECT FROM gone g;

DELETE FROM due_months d USING due_months o WHERE o.month = d.month AND o.id < d.id;
