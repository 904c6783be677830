import type { Client } from 'pg';
import { ImportKind, MergeCounts, stagingOf } from './import-kind.js';

/**
 * Brings a kind's staged rows into its table: rows with a new key are inserted, others updated where they differ. Of
 * rows with the same key the last line counts.
 *
 * Joins find out which is which: that takes half the time of ON CONFLICT, whose safety against others who write the
 * same keys the import's lock gives.
 */
export async function mergeRows(client: Client, kind: ImportKind, staged: number): Promise<MergeCounts> {
  // What the joins are planned by.
  await client.query(`ANALYZE ${stagingOf(kind)} (${kind.key.join(', ')})`);
  const repeated = await dropRepeated(client, kind, staged);
  await kind.prepare?.(client);
  // Of what is a key and nothing else, nothing can differ.
  const updated = kind.columns.length > kind.key.length ? await client.query(updateSql(kind)) : null;
  const inserted = await client.query(insertSql(kind));
  const counts = { inserted: inserted.rowCount ?? 0, updated: updated?.rowCount ?? 0, repeated };
  return { ...counts, unchanged: staged - repeated - counts.inserted - counts.updated };
}

async function dropRepeated(client: Client, kind: ImportKind, staged: number): Promise<number> {
  if (await hasDistinctKeys(client, kind, staged)) return 0;
  const key = kind.key.map((column) => `r.${column}`).join(', ');
  const { rowCount } = await client.query(`
    DELETE FROM ${stagingOf(kind)} s
    USING (SELECT ${key}, max(r.origin) AS last FROM ${stagingOf(kind)} r GROUP BY ${key} HAVING count(*) > 1) k
    WHERE ${sameKey(kind, 's', 'k')} AND s.origin < k.last`);
  return rowCount ?? 0;
}

/** Sorting one column takes a fraction of what grouping rows takes; of several columns it does not. */
async function hasDistinctKeys(client: Client, kind: ImportKind, staged: number): Promise<boolean> {
  if (kind.key.length > 1) return false;
  const { rows } = await client.query<{ keys: string }>(
    `SELECT count(DISTINCT s.${kind.key.join()}) AS keys FROM ${stagingOf(kind)} s`,
  );
  return Number(rows[0]?.keys) === staged;
}

function updateSql(kind: ImportKind): string {
  const columns = kind.columns.map((column) => column.name).filter((name) => !kind.key.includes(name));
  const qualified = (alias: string) => columns.map((name) => `${alias}.${name}`).join(', ');
  return `
    UPDATE ${kind.name} t SET ${columns.map((name) => `${name} = s.${name}`).join(', ')}
    FROM ${stagingOf(kind)} s
    WHERE ${sameKey(kind, 't', 's')}
      AND ROW(${qualified('t')}) IS DISTINCT FROM ROW(${qualified('s')})`;
}

function insertSql(kind: ImportKind): string {
  const names = kind.columns.map((column) => column.name);
  return `
    INSERT INTO ${kind.name} (${names.join(', ')})
    SELECT ${names.map((name) => `s.${name}`).join(', ')}
    FROM ${stagingOf(kind)} s
    WHERE NOT EXISTS (SELECT FROM ${kind.name} t WHERE ${sameKey(kind, 't', 's')})`;
}

/** SQL for whether two rows have the same key. */
export function sameKey(kind: ImportKind, one: string, other: string): string {
  return kind.key.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
}
