import type { Client } from 'pg';
import { changeRows, currentImport, insertRows } from '../records/import-record.js';
import { Kind, MergeCounts } from '../kinds/kind.js';
import { sameKey } from '../records/recorded-tables.js';
import { staged as stagedRows, stored as storedRows } from '../session.js';

/**
 * Merges a kind's staged rows into its table: inserts rows with a new key, and updates others if they differ. Of rows
 * with the same key, the last line counts. `among` limits the stored rows, `t`, to compare.
 *
 * A join separates new keys from stored ones, in half the time of ON CONFLICT. No other session writes the same keys
 * meanwhile: imports wait for each other. The new rows are sorted: a sorted series is read from fewer pages, and the
 * sort also finds rows with the same key.
 * Reads staging_KIND, the table of the kind; writes stored_KIND, the table of the kind, events (figures_due).
 */
export async function mergeRows(client: Client, kind: Kind, staged: number, among = 'TRUE'): Promise<MergeCounts> {
  const key = list(kind.key, 's');
  // Provides the planner's statistics for the joins.
  await client.query(`ANALYZE ${stagedRows(kind.name)} (${kind.key.join(', ')})`);
  if (kind.prepare) {
    await dropRepeated(client, kind);
    await kind.prepare(client);
  }
  if (kind.dueEvents) await client.query(`UPDATE events e SET figures_due = TRUE ${kind.dueEvents}`);
  const known = storedRows(kind.name);
  const { rowCount } = await client.query(`
    INSERT INTO ${known}
    SELECT DISTINCT ON (${key}) s.*, ${isChanged(kind)} AS is_changed
    FROM ${stagedRows(kind.name)} s
    JOIN ${kind.name} t ON ${sameKey(kind, 't', 's')} AND ${among}
    ORDER BY ${key}, s.origin DESC`);
  const stored = rowCount ?? 0;
  const assignments = [...valuesOf(kind).map((name) => `${name} = s.${name}`), `import_id = ${currentImport}`];
  const update = `
    UPDATE ${kind.name} t SET ${assignments.join(', ')}
    FROM ${known} s
    WHERE ${sameKey(kind, 't', 's')} AND s.is_changed AND ${among}`;
  const updated = stored === 0 ? 0 : await changeRows(client, kind.name, update);
  const isNew = `NOT EXISTS (SELECT FROM ${known} t WHERE ${sameKey(kind, 't', 's')})`;
  const insert = `
    INSERT INTO ${kind.name} (${namesOf(kind).join(', ')}, import_id)
    SELECT DISTINCT ON (${key}) ${list(namesOf(kind), 's')}, ${currentImport}
    FROM ${stagedRows(kind.name)} s
    ${stored > 0 ? `WHERE ${isNew}` : ''}
    ORDER BY ${key}, s.origin DESC`;
  const inserted = stored === staged ? 0 : await insertRows(client, kind.name, insert);
  return { inserted, updated, unchanged: stored - updated, repeated: staged - stored - inserted };
}

async function dropRepeated(client: Client, kind: Kind): Promise<void> {
  const key = list(kind.key, 'r');
  await client.query(`
    DELETE FROM ${stagedRows(kind.name)} s
    USING (SELECT ${key}, max(r.origin) AS last FROM ${stagedRows(kind.name)} r GROUP BY ${key} HAVING count(*) > 1) k
    WHERE ${sameKey(kind, 's', 'k')} AND s.origin < k.last`);
}

/** Rows that only consist of a key cannot differ. */
function isChanged(kind: Kind): string {
  if (valuesOf(kind).length === 0) return 'FALSE';
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
