import type { Client } from 'pg';
import { Kind, KindName } from '../kinds/kind.js';
import { RecordedTable } from './recorded-tables.js';

/** Adds rows to the kind's row of data_summary. `table` has the new rows, and perhaps others. */
export async function recordRows(client: Client, kind: Kind, added: number, table: string, at: Date): Promise<void> {
  await client.query(
    `INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, ${newestOf(table, kind.newest)}, $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at`,
    [kind.name, added, at],
  );
}

/** Subtracts deleted rows. Any remaining rows are newer; an empty table has no newest moment. */
export async function recordDeletion(client: Client, kind: KindName, rows: number): Promise<void> {
  await client.query(
    `UPDATE data_summary d
    SET row_count = d.row_count - $2, newest = CASE WHEN d.row_count > $2 THEN d.newest END, changed_at = now()
    WHERE d.kind = $1 AND $2 > 0`,
    [kind, rows],
  );
}

/**
 * Subtracts the removed rows of a table, less restored ones, and finds the newest moment of the remaining rows. With
 * `before`, all removed rows are older than that moment, so a later newest moment stays without a query.
 */
export async function recordRemoval(client: Client, table: RecordedTable, rows: number, before?: Date): Promise<void> {
  await client.query(
    `UPDATE data_summary d
    SET row_count = d.row_count - $2, changed_at = now(),
      newest = CASE WHEN d.newest >= $3 THEN d.newest ELSE ${newestOf(table.name, table.newest)} END
    WHERE d.kind = $1`,
    [table.name, rows, before],
  );
}

function newestOf(table: string, column: string | undefined): string {
  const newest = column ? `(SELECT max(t.${column}) FROM ${table} t)` : 'NULL';
  return table === 'viewer_samples' ? `greatest(${newest}, (SELECT max(k.last_at) FROM packed_samples k))` : newest;
}
