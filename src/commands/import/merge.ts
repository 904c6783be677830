import type { Client } from 'pg';
import { changeRows, currentImport, insertRows } from './import-record.js';
import { Kind, MergeCounts, stagingOf } from './kinds/kind.js';
import { sameKey } from './recorded-tables.js';

/**
 * Brings a kind's staged rows into its table: rows with a new key are inserted, others updated where they differ. Of
 * rows with the same key the last line counts.
 *
 * Joins tell new keys from stored ones, which takes half the time of ON CONFLICT. No other session writes the same keys in
 * the meantime: imports wait for each other.
 */
export async function mergeRows(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  await analyzeKeys(client, kind);
  const repeated = await dropRepeated(client, kind, staged);
  await kind.prepare?.(client);
  await markDueEvents(client, kind);
  const isFirst = await isEmpty(client, kind);
  // Rows that are nothing but a key cannot differ.
  const updated =
    isFirst || valuesOf(kind).length === 0 ? 0 : await update(client, kind, stagingOf(kind), isChanged(kind));
  const inserted = await insertRows(
    client,
    kind.name,
    `INSERT INTO ${kind.name} (${namesOf(kind).join(', ')}, import_id)
    SELECT ${list(namesOf(kind), 's')}, ${currentImport}
    FROM ${stagingOf(kind)} s
    ${isFirst ? '' : `WHERE NOT EXISTS (SELECT FROM ${kind.name} t WHERE ${sameKey(kind, 't', 's')})`}`,
  );
  return { inserted, updated, repeated, unchanged: staged - repeated - inserted - updated };
}

/**
 * Does the same for a series, of which nearly all rows are new: a single join looks for those that are stored. The rows
 * are sorted, since a series is read from fewer pages if it is stored in its order, and the sort also finds rows with the
 * same key. `among` limits the stored rows, `t`, that are compared.
 */
export async function mergeSeries(client: Client, kind: Kind, staged: number, among = 'TRUE'): Promise<MergeCounts> {
  const key = list(kind.key, 's');
  await analyzeKeys(client, kind);
  await client.query('DROP TABLE IF EXISTS stored_series');
  const stored = await count(
    client,
    `CREATE TEMP TABLE stored_series ON COMMIT DROP AS
    SELECT DISTINCT ON (${key}) s.*, ${isChanged(kind)} AS is_changed
    FROM ${stagingOf(kind)} s
    JOIN ${kind.name} t ON ${sameKey(kind, 't', 's')} AND ${among}
    ORDER BY ${key}, s.origin DESC`,
  );
  const updated = stored === 0 ? 0 : await update(client, kind, 'stored_series', `s.is_changed AND ${among}`);
  const isNew = `NOT EXISTS (SELECT FROM stored_series t WHERE ${sameKey(kind, 't', 's')})`;
  const insert = `
    INSERT INTO ${kind.name} (${namesOf(kind).join(', ')}, import_id)
    SELECT DISTINCT ON (${key}) ${list(namesOf(kind), 's')}, ${currentImport}
    FROM ${stagingOf(kind)} s
    ${stored > 0 ? `WHERE ${isNew}` : ''}
    ORDER BY ${key}, s.origin DESC`;
  const inserted = stored === staged ? 0 : await insertRows(client, kind.name, insert);
  return { inserted, updated, unchanged: stored - updated, repeated: staged - stored - inserted };
}

/**
 * Marks the events whose viewers the staged rows change: the refresh that follows an import computes these and no others,
 * so that older ones keep their figures when samples are removed. An event that is marked already is marked again, since
 * that locks it: a refresh that runs at the same time skips it and leaves it to the next refresh.
 */
export async function markDueEvents(client: Client, { dueEvents }: Kind): Promise<void> {
  if (dueEvents) await client.query(`UPDATE events e SET figures_due = TRUE ${dueEvents}`);
}

/** A table that was analyzed while it was empty looks small to the planner: for each new row it would read all that are inserted so far. */
async function isEmpty(client: Client, kind: Kind): Promise<boolean> {
  const { rows } = await client.query<{ is_empty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM ${kind.name}) AS is_empty`,
  );
  return rows[0]?.is_empty ?? false;
}

/** Gives the planner what it needs to know for the joins. */
async function analyzeKeys(client: Client, kind: Kind): Promise<void> {
  await client.query(`ANALYZE ${stagingOf(kind)} (${kind.key.join(', ')})`);
}

async function dropRepeated(client: Client, kind: Kind, staged: number): Promise<number> {
  if (await hasDistinctKeys(client, kind, staged)) return 0;
  const key = list(kind.key, 'r');
  return count(
    client,
    `DELETE FROM ${stagingOf(kind)} s
    USING (SELECT ${key}, max(r.origin) AS last FROM ${stagingOf(kind)} r GROUP BY ${key} HAVING count(*) > 1) k
    WHERE ${sameKey(kind, 's', 'k')} AND s.origin < k.last`,
  );
}

/** Sorting one column takes a fraction of what grouping rows takes; of several columns it does not. */
async function hasDistinctKeys(client: Client, kind: Kind, staged: number): Promise<boolean> {
  if (kind.key.length > 1) return false;
  const { rows } = await client.query<{ keys: string }>(
    `SELECT count(DISTINCT s.${kind.key.join()}) AS keys FROM ${stagingOf(kind)} s`,
  );
  return Number(rows[0]?.keys) === staged;
}

/** Updates the stored rows, `t`, from those of the same key in a table, `s`. */
async function update(client: Client, kind: Kind, from: string, condition: string): Promise<number> {
  const assignments = valuesOf(kind).map((name) => `${name} = s.${name}`);
  return changeRows(
    client,
    kind.name,
    `UPDATE ${kind.name} t SET ${assignments.join(', ')}, import_id = ${currentImport}
    FROM ${from} s
    WHERE ${sameKey(kind, 't', 's')} AND ${condition}`,
  );
}

async function count(client: Client, sql: string): Promise<number> {
  return (await client.query(sql)).rowCount ?? 0;
}

function isChanged(kind: Kind): string {
  return `ROW(${list(valuesOf(kind), 't')}) IS DISTINCT FROM ROW(${list(valuesOf(kind), 's')})`;
}

function namesOf(kind: Kind): string[] {
  return kind.columns.map(({ name }) => name);
}

function valuesOf(kind: Kind): string[] {
  return namesOf(kind).filter((name) => !kind.key.includes(name));
}

function list(names: readonly string[], alias: string): string {
  return names.map((name) => `${alias}.${name}`).join(', ');
}
