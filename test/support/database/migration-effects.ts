import type pg from 'pg';
import { splitStatements } from '../../../src/database/migrations/migration-runner.js';
import { Migration } from '../../../src/database/migrations/migrations.js';

/** What a migration does to objects that existed before. */
export interface MigrationEffects {
  name: string;
  /** The changed tables of each transaction that changes more than one. */
  changedTogether: string[][];
  /** Indexes whose functions the migration replaces, as "function under index", with the file of the index. */
  replacedUnder: Map<string, number>;
  /** Functions that the migration drops, also if it creates another one with the same name. */
  dropped: string[];
}

/** Tables of other transactions whose readers or writers wait for this transaction. A partition counts as its table. */
const changedTables = `
  SELECT DISTINCT COALESCE(pg_partition_root(c.oid), c.oid)::regclass::text AS name
  FROM pg_catalog.pg_locks l
  JOIN pg_catalog.pg_class c ON c.oid = l.relation AND c.relkind IN ('r', 'p')
  WHERE l.pid = pg_backend_pid() AND l.mode IN ('AccessExclusiveLock', 'ShareRowExclusiveLock') AND c.oid = ANY($1)
  ORDER BY name`;

/** Functions that an index needs, also through other functions, with their definitions. */
const indexedFunctions = `
  WITH RECURSIVE needed AS (
    SELECT i.indexrelid AS index_id, d.refobjid AS function_id
    FROM pg_catalog.pg_index i
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refclassid = 'pg_proc'::regclass
    UNION
    SELECT n.index_id, d.refobjid
    FROM needed n
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = n.function_id AND d.refclassid = 'pg_proc'::regclass
  )
  SELECT format('%s under %s', p.proname, n.index_id::regclass) AS place, pg_relation_filenode(n.index_id) AS file,
    pg_get_functiondef(p.oid) AS definition
  FROM needed n
  JOIN pg_catalog.pg_proc p ON p.oid = n.function_id AND p.pronamespace = 'public'::regnamespace
  ORDER BY place`;

const functions = `
  SELECT p.oid::int, p.proname AS name FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY name`;

interface IndexedFunction {
  place: string;
  file: number;
  definition: string;
}

/** Runs a migration like the migrator, and measures its effects. Run it on a database without other sessions. */
export async function runMeasured(client: pg.Client, { name, mode, sql }: Migration): Promise<MigrationEffects> {
  const before = await listIndexedFunctions(client);
  const existing = await listFunctions(client);
  const changedTogether: string[][] = [];
  if (mode === 'concurrently') await client.query(sql);
  else {
    for (const statement of mode === 'statements' ? splitStatements(sql) : [sql]) {
      const changed = await runInTransaction(client, statement, mode === 'batches' ? ['-1'] : undefined);
      if (changed.length > 1) changedTogether.push(changed);
    }
  }
  const after = new Map((await listIndexedFunctions(client)).map(({ place, definition }) => [place, definition]));
  const kept = new Set((await listFunctions(client)).map(({ oid }) => oid));
  const isReplaced = ({ place, definition }: IndexedFunction) => after.has(place) && after.get(place) !== definition;
  return {
    name,
    changedTogether,
    replacedUnder: new Map(before.filter(isReplaced).map((one) => [one.place, one.file])),
    dropped: existing.filter(({ oid }) => !kept.has(oid)).map(({ name: dropped }) => dropped),
  };
}

/** The replaced functions whose indexes are still in the file from before, so that they have rows of the earlier function. */
export async function listStaleIndexes(client: pg.Client, { replacedUnder }: MigrationEffects): Promise<string[]> {
  const files = new Map((await listIndexedFunctions(client)).map(({ place, file }) => [place, file]));
  return [...replacedUnder].filter(([place, file]) => files.get(place) === file).map(([place]) => place);
}

async function listIndexedFunctions(client: pg.Client): Promise<IndexedFunction[]> {
  return (await client.query<IndexedFunction>(indexedFunctions)).rows;
}

async function listFunctions(client: pg.Client): Promise<{ oid: number; name: string }[]> {
  return (await client.query<{ oid: number; name: string }>(functions)).rows;
}

async function runInTransaction(client: pg.Client, sql: string, values?: string[]): Promise<string[]> {
  await client.query('BEGIN');
  const { rows: existing } = await client.query<{ oid: number }>(
    `SELECT c.oid::int FROM pg_catalog.pg_class c WHERE c.relnamespace = 'public'::regnamespace`,
  );
  await (values ? client.query(sql, values) : client.query(sql));
  const { rows } = await client.query<{ name: string }>(changedTables, [existing.map(({ oid }) => oid)]);
  await client.query('COMMIT');
  return rows.map(({ name }) => name);
}
