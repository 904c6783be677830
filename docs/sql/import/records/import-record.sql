INSERT INTO imports (id, imported_at, imported_by, inputs, kinds, changes, can_undo)
    SELECT COALESCE(max(i.id), 0) + 1, $1, session_user, $2, '[]', 0, $3 FROM imports i
    RETURNING id, set_config('analytics.import_id', id::text, TRUE),
      set_config('analytics.keeps_changes', can_undo::text, TRUE);

UPDATE imports i
    SET kinds = $2, changes = (SELECT count(*) FROM import_changes c WHERE c.import_id = i.id)
    WHERE i.id = $1;

WITH freed AS (
      UPDATE imports i SET can_undo = FALSE WHERE i.can_undo AND i.id IN (
    SELECT n.id
    FROM (SELECT m.id, m.changes, sum(m.changes) OVER (ORDER BY m.id DESC) AS total FROM imports m WHERE m.can_undo) n
    WHERE n.id <> $1 AND n.changes > 0 AND n.total > $2) RETURNING i.id, i.changes
    ), counts AS (
      DELETE FROM import_rows r USING freed f WHERE r.import_id = f.id
    ), changes AS (
      DELETE FROM import_changes c USING freed f WHERE c.import_id = f.id
    )
    SELECT count(*)::int AS imports, COALESCE(sum(f.changes), 0)::int AS rows FROM freed f;
