import type { Client } from 'pg';
import { changeRows, currentImport, insertRows } from '../records/import-record.js';
import { Kind } from '../kinds/kind.js';
import { sameKey } from '../records/recorded-tables.js';
import { qualifyColumns, staged as stagedRows, stored as storedRows } from '../session.js';

export interface MergeCounts {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Rows that were replaced by another row with the same key. */
  repeated: number;
  /** Viewer samples outside the time of their stream. */
  outside?: number;
}

/**
 * Merges a kind's staged rows into its table: inserts rows with a new key, and updates others if they differ. Of rows
 * with the same key, the last line counts. `among` limits the stored rows, `t`, to compare.
 *
 * A join separates new keys from stored ones, in half the time of ON CONFLICT. No other session writes the same keys
 * meanwhile: imports wait for each other. The new rows are sorted: a sorted series is read from fewer pages, and the
 * sort also finds rows with the same key.
 */
export async function mergeRows(client: Client, kind: Kind, staged: number, among = 'TRUE'): Promise<MergeCounts> {
  const { name } = kind;
  const names = kind.columns.map((column) => column.name);
  const values = names.filter((column) => !kind.key.includes(column));
  const key = qualifyColumns('s', kind.key);
  const known = storedRows(name);
  // Provides the planner's statistics for the joins.
  await client.query(`ANALYZE ${stagedRows(name)} (${kind.key.join(', ')})`);
  // Rows that only consist of a key cannot differ.
  const isChanged =
    values.length === 0
      ? 'FALSE'
      : `ROW(${qualifyColumns('t', values)}) IS DISTINCT FROM ROW(${qualifyColumns('s', values)})`;
  const { rowCount } = await client.query(`
    INSERT INTO ${known}
    SELECT DISTINCT ON (${key}) s.*, ${isChanged} AS is_changed
    FROM ${stagedRows(name)} s
    JOIN ${name} t ON ${sameKey(kind, 't', 's')} AND ${among}
    ORDER BY ${key}, s.origin DESC`);
  const stored = rowCount ?? 0;
  const assignments = [...values.map((column) => `${column} = s.${column}`), `import_id = ${currentImport}`];
  const update = `
    UPDATE ${name} t SET ${assignments.join(', ')}
    FROM ${known} s
    WHERE ${sameKey(kind, 't', 's')} AND s.is_changed AND ${among}`;
  const updated = stored === 0 ? 0 : await changeRows(client, name, update);
  const isNew = `NOT EXISTS (SELECT FROM ${known} t WHERE ${sameKey(kind, 't', 's')})`;
  const insert = `
    INSERT INTO ${name} (${names.join(', ')}, import_id)
    SELECT DISTINCT ON (${key}) ${qualifyColumns('s', names)}, ${currentImport}
    FROM ${stagedRows(name)} s
    ${stored > 0 ? `WHERE ${isNew}` : ''}
    ORDER BY ${key}, s.origin DESC`;
  const inserted = stored === staged ? 0 : await insertRows(client, name, insert);
  return { inserted, updated, unchanged: stored - updated, repeated: staged - stored - inserted };
}

/** Leaves one staged row of each key, the last line. */
export async function dropRepeated(client: Client, kind: Kind): Promise<void> {
  const key = qualifyColumns('r', kind.key);
  await client.query(`
    DELETE FROM ${stagedRows(kind.name)} s
    USING (SELECT ${key}, max(r.origin) AS last FROM ${stagedRows(kind.name)} r GROUP BY ${key} HAVING count(*) > 1) k
    WHERE ${sameKey(kind, 's', 'k')} AND s.origin < k.last`);
}
