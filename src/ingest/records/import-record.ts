import type { Client } from 'pg';
import { qualifyColumns } from '../session.js';
import { recordedTable, sameKey } from './recorded-tables.js';

/**
 * SQL for the import number of this transaction; null outside of an import. Each statement of an import that writes a
 * row sets the row's `import_id` to this number.
 */
export const currentImport = `(SELECT nullif(current_setting('analytics.import_id', TRUE), '')::integer)`;

/** SQL for whether the import records its changes, so that it can be undone. */
export const keepsChanges = `(SELECT COALESCE(current_setting('analytics.keeps_changes', TRUE) = 'true', FALSE))`;

/** Assigns a number to the import of this transaction. No other import runs at the same time. */
export async function beginRecord(client: Client, at: Date, inputs: string[], canUndo: boolean): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO imports (id, imported_at, imported_by, inputs, kinds, changes, can_undo)
    SELECT COALESCE(max(i.id), 0) + 1, $1, session_user, $2, '[]', 0, $3 FROM imports i
    RETURNING id, set_config('analytics.import_id', id::text, TRUE),
      set_config('analytics.keeps_changes', can_undo::text, TRUE)`,
    [at, inputs, canUndo],
  );
  return (rows[0] as { id: number }).id;
}

/**
 * Stores the results of the import for each kind, and deletes the oldest change records. Keeps `maxChanges` changed rows,
 * of the newest imports, and always those of the newest import.
 */
export async function finishRecord(client: Client, id: number, kinds: object[], maxChanges = 2_000_000): Promise<void> {
  await client.query(
    `UPDATE imports i
    SET kinds = $2, changes = (SELECT count(*) FROM import_changes c WHERE c.import_id = i.id)
    WHERE i.id = $1`,
    [id, JSON.stringify(kinds)],
  );
  const oldest = `
    SELECT n.id
    FROM (SELECT m.id, m.changes, sum(m.changes) OVER (ORDER BY m.id DESC) AS total FROM imports m WHERE m.can_undo) n
    WHERE n.id <> $1 AND n.changes > 0 AND n.total > $2`;
  await discardUndo(client, oldest, [id, maxChanges]);
}

/** Deletes what imports keep for an undo. `ids` is a query of their IDs. */
export async function discardUndo(
  client: Client,
  ids: string,
  values: unknown[],
): Promise<{ imports: number; rows: number }> {
  const { rows } = await client.query<{ imports: number; rows: number }>(
    `WITH freed AS (
      UPDATE imports i SET can_undo = FALSE WHERE i.can_undo AND i.id IN (${ids}) RETURNING i.id, i.changes
    ), counts AS (
      DELETE FROM import_rows r USING freed f WHERE r.import_id = f.id
    ), changes AS (
      DELETE FROM import_changes c USING freed f WHERE c.import_id = f.id
    )
    SELECT count(*)::int AS imports, COALESCE(sum(f.changes), 0)::int AS rows FROM freed f`,
    values,
  );
  return rows[0] as { imports: number; rows: number };
}

export async function insertRows(client: Client, table: string, sql: string): Promise<number> {
  const { rowCount } = await client.query(sql);
  if (rowCount) await client.query(counting(table, '$1::bigint'), [rowCount]);
  return rowCount ?? 0;
}

/** Runs a DELETE of rows `t`, records the rows, and returns their number. */
export function removeRows(client: Client, table: string, sql: string): Promise<number> {
  return changeRows(client, table, sql, true);
}

/**
 * Runs a statement that changes rows `t` of a table, records their previous values, and returns their number. All parts
 * of the statement see the rows before the change. A row that this import wrote before is recorded already, or did not
 * exist.
 */
export async function changeRows(client: Client, table: string, sql: string, isDeleted = false): Promise<number> {
  const recorded = recordedTable(table);
  const { rows } = await client.query<{ count: string }>(`
    WITH changed AS (
      ${sql}
      RETURNING ${qualifyColumns('t', recorded.key)}
    ), old AS MATERIALIZED (
      SELECT o.import_id, to_jsonb(o) AS before
      FROM changed c
      JOIN ${table} o ON ${sameKey(recorded, 'o', 'c')}
      WHERE ${keepsChanges}
    ), kept AS (
      INSERT INTO import_changes (import_id, table_name, is_deleted, before)
      SELECT ${currentImport}, '${table}', ${isDeleted}, o.before
      FROM old o
      WHERE o.import_id IS DISTINCT FROM ${currentImport}
    ), counted AS (
      ${counting(table, `${isDeleted ? 0 : '(SELECT count(*) FROM changed)'} - (SELECT count(*) FROM old o WHERE o.import_id = ${currentImport})`)}
    )
    SELECT count(*) AS count FROM changed`);
  return Number(rows[0]?.count);
}

function counting(table: string, rows: string): string {
  return `
    INSERT INTO import_rows AS r (import_id, table_name, row_count)
    SELECT ${currentImport}, '${table}', ${rows} WHERE ${keepsChanges}
    ON CONFLICT (import_id, table_name) DO UPDATE SET row_count = r.row_count + excluded.row_count`;
}

/** SQL for the recorded rows of an import as rows `r` of their table; `c` has the other columns of the record. */
export function keptRows(table: string): string {
  return `import_changes c CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, c.before) r`;
}
