import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { importKinds } from '../import/import-kinds.js';
import { lockImports } from '../import/import-lock.js';
import { attachSamplePartition } from '../import/sample-partitions.js';
import { dropIndexes } from './drop-indexes.js';
import { copyBytes, GeneratedTable } from './generated-table.js';
import { GeneratedTables, SampleTable } from './generated-tables.js';

/** The database holds data already. */
export class DataPresentError extends Error {}

/** Something that was done, how many rows it wrote if any, and how long it took. */
export interface LoadStep {
  name: string;
  rows: number;
  seconds: number;
}

type OnStep = (step: LoadStep) => void;

const settings = `
  SET LOCAL maintenance_work_mem = '256MB';
  SET LOCAL jit = off;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;
const kinds = importKinds.map(({ name }) => name);

/**
 * Fills an empty database with generated rows, in one transaction in which nobody else can read the tables. Throws a
 * DataPresentError if they hold anything.
 */
export async function loadGenerated(
  client: Client,
  tables: GeneratedTables,
  onStep: OnStep = () => {},
  log: (line: string) => void = () => {},
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(settings);
    await lockImports(client, log);
    await emptyTables(client);
    await fillTables(client, tables, onStep);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Into a table that its own transaction truncated, PostgreSQL copies rows that no vacuum has to look at again. */
async function emptyTables(client: Client): Promise<void> {
  await client.query(`LOCK TABLE ${kinds.join(', ')}`);
  const present = kinds.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  const { rows } = await client.query<{ name: string }>(present.join(' UNION ALL '));
  if (rows[0]) {
    throw new DataPresentError(
      `The database holds ${rows[0].name} already, and only an empty one is filled. Name another with DATABASE_URL.`,
    );
  }
  const partitions = await client.query<{ name: string }>(`
    SELECT i.inhrelid::regclass AS name FROM pg_catalog.pg_inherits i WHERE i.inhparent = 'viewer_samples'::regclass`);
  for (const { name } of partitions.rows) await client.query(`DROP TABLE ${name}`);
  await client.query(`TRUNCATE ${kinds.join(', ')}`);
}

async function fillTables(client: Client, { keyed, samples }: GeneratedTables, onStep: OnStep): Promise<void> {
  const counts = new Map<string, number>();
  const step = async (name: string, action: () => Promise<number>) => {
    const start = performance.now();
    const rows = await action();
    counts.set(name, rows);
    onStep({ name, rows, seconds: (performance.now() - start) / 1000 });
  };
  const names = keyed.map(({ name }) => name);
  const createIndexes = await dropIndexes(client, names);
  for (const table of keyed) await step(table.name, () => copyInto(client, table.name, table));
  await step('viewer_samples', () => fillSamples(client, samples));
  await step('indexes and foreign keys', async () => {
    for (const create of createIndexes) await client.query(create);
    return 0;
  });
  await step('statistics', async () => {
    await client.query(`ANALYZE ${kinds.join(', ')}`);
    for (const { name, newest } of importKinds) await summarise(client, name, counts.get(name) ?? 0, newest);
    return 0;
  });
}

async function copyInto(client: Client, target: string, table: GeneratedTable): Promise<number> {
  const copy = copyFrom(`COPY ${target} (${table.columns.join(', ')}) FROM STDIN (FORMAT binary, FREEZE)`);
  await pipeline(copyBytes(table), client.query(copy));
  return copy.rowCount;
}

async function fillSamples(client: Client, months: readonly SampleTable[]): Promise<number> {
  let rows = 0;
  for (const { partition, table } of months) {
    await client.query(`CREATE TABLE ${partition.name} (LIKE viewer_samples INCLUDING ALL EXCLUDING INDEXES)`);
    rows += await copyInto(client, partition.name, table);
    await client.query(`ALTER TABLE ${partition.name} ADD PRIMARY KEY (stream_id, created_at)`);
    await attachSamplePartition(client, partition);
  }
  return rows;
}

async function summarise(client: Client, name: string, rows: number, newest = 'NULL::timestamptz'): Promise<void> {
  await client.query(
    `INSERT INTO data_summary (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.newest) FROM (SELECT ${newest} AS newest FROM ${name}) t), now())
    ON CONFLICT (kind) DO UPDATE
    SET row_count = excluded.row_count, newest = excluded.newest, changed_at = excluded.changed_at`,
    [name, rows],
  );
}
