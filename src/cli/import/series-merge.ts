import type { Client } from 'pg';
import { ImportKind, MergeCounts, stagingOf } from './import-kind.js';
import { sameKey } from './merge.js';

/**
 * Brings the staged rows of a series into its table, as mergeRows does for other kinds. Nearly all rows of a series are
 * new, so that one join looks for those that are not; the sort that has a series written in its order, in which it is
 * read from fewer pages, finds the rows with the same key. `among` bounds the stored rows, `t`, to be looked at.
 */
export async function mergeSeries(
  client: Client,
  kind: ImportKind,
  staged: number,
  among = 'TRUE',
): Promise<MergeCounts> {
  await client.query(`ANALYZE ${stagingOf(kind)} (${kind.key.join(', ')})`);
  await client.query('DROP TABLE IF EXISTS stored_series');
  const stored = (await client.query(storedSql(kind, among))).rowCount ?? 0;
  const updated = stored === 0 ? 0 : ((await client.query(updateSql(kind, among))).rowCount ?? 0);
  const inserted = stored === staged ? 0 : ((await client.query(insertSql(kind, stored > 0))).rowCount ?? 0);
  return { inserted, updated, unchanged: stored - updated, repeated: staged - stored - inserted };
}

/** The staged rows whose keys are stored already, and whether they differ from what is. */
function storedSql(kind: ImportKind, among: string): string {
  const row = (alias: string) =>
    `ROW(${valuesOf(kind)
      .map((name) => `${alias}.${name}`)
      .join(', ')})`;
  return `
    CREATE TEMP TABLE stored_series ON COMMIT DROP AS
    SELECT DISTINCT ON (${keyOf(kind)}) s.*, ${row('s')} IS DISTINCT FROM ${row('t')} AS is_changed
    FROM ${stagingOf(kind)} s
    JOIN ${kind.name} t ON ${sameKey(kind, 't', 's')} AND ${among}
    ORDER BY ${keyOf(kind)}, s.origin DESC`;
}

function updateSql(kind: ImportKind, among: string): string {
  return `
    UPDATE ${kind.name} t SET ${valuesOf(kind)
      .map((name) => `${name} = s.${name}`)
      .join(', ')}
    FROM stored_series s
    WHERE s.is_changed AND ${sameKey(kind, 't', 's')} AND ${among}`;
}

function insertSql(kind: ImportKind, isStored: boolean): string {
  const names = kind.columns.map((column) => column.name);
  return `
    INSERT INTO ${kind.name} (${names.join(', ')})
    SELECT DISTINCT ON (${keyOf(kind)}) ${names.map((name) => `s.${name}`).join(', ')}
    FROM ${stagingOf(kind)} s
    ${isStored ? `WHERE NOT EXISTS (SELECT FROM stored_series t WHERE ${sameKey(kind, 't', 's')})` : ''}
    ORDER BY ${keyOf(kind)}, s.origin DESC`;
}

function valuesOf(kind: ImportKind): string[] {
  return kind.columns.map((column) => column.name).filter((name) => !kind.key.includes(name));
}

function keyOf(kind: ImportKind): string {
  return kind.key.map((column) => `s.${column}`).join(', ');
}
