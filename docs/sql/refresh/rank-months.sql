SELECT m.month
    FROM (SELECT d.month FROM due_months d UNION SELECT b.month FROM boards b) m
    LEFT JOIN boards b ON b.month = m.month
    WHERE m.month > $1 AND m.month < $2 AND (
    EXISTS (SELECT FROM due_months d WHERE d.month = m.month)
    OR (NOT b.is_final AND b.window_end <= $3::timestamptz AND (
      b.refreshed_at < b.window_end OR b.window_end + interval '172800000 ms' <= $3::timestamptz
    ))
  ) AND NOT EXISTS (SELECT FROM pruned_months p WHERE p.month = m.month)
    ORDER BY b.id IS NULL DESC, m.month DESC;

DELETE FROM due_months d WHERE d.month = $1;

INSERT INTO due_months (month) SELECT b.month FROM boards b WHERE b.month <= $1 AND NOT EXISTS (SELECT FROM pruned_months p WHERE p.month = b.month);

DELETE FROM due_months d WHERE EXISTS (SELECT FROM pruned_months p WHERE p.month = d.month);

DELETE FROM due_months d USING due_months o WHERE o.month = d.month AND o.id < d.id;
