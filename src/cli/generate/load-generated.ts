import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { KindName } from '../import/import-kind.js';
import { findKind } from '../import/import-kinds.js';
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
    await requireEmpty(client, namesOf(tables));
    await fillTables(client, tables, onStep);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

function namesOf({ keyed }: GeneratedTables): KindName[] {
  return [...keyed.map(({ name }) => name), 'viewer_samples'];
}

async function requireEmpty(client: Client, names: readonly string[]): Promise<void> {
  await client.query(`LOCK TABLE ${names.join(', ')}`);
  const present = names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  const { rows } = await client.query<{ name: string }>(present.join(' UNION ALL '));
  if (rows.length === 0) return;
  throw new DataPresentError(
    `The database holds ${rows[0]?.name} already, and only an empty one is filled. Name another with DATABASE_URL.`,
  );
}

async function fillTables(client: Client, tables: GeneratedTables, onStep: OnStep): Promise<void> {
  const names = namesOf(tables);
  const counts = new Map<string, number>();
  const step = async (name: string, action: () => Promise<number>) => {
    const start = performance.now();
    const rows = await action();
    counts.set(name, rows);
    onStep({ name, rows, seconds: (performance.now() - start) / 1000 });
  };
  const createIndexes = await dropIndexes(
    client,
    tables.keyed.map(({ name }) => name),
  );
  await dropPartitions(client);
  // Rows that are copied into a table that the same transaction truncated are final: no vacuum has to visit them.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const table of tables.keyed) await step(table.name, () => copyInto(client, table.name, table));
  await step('viewer_samples', () => fillSamples(client, tables.samples));
  await step('indexes and foreign keys', async () => {
    for (const create of createIndexes) await client.query(create);
    return 0;
  });
  await step('statistics', async () => {
    await client.query(`ANALYZE ${names.join(', ')}`);
    for (const name of names) await summarise(client, name, counts.get(name) ?? 0);
    return 0;
  });
}

/** They are empty, and may have other bounds than months. */
async function dropPartitions(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT i.inhrelid::regclass AS name FROM pg_catalog.pg_inherits i WHERE i.inhparent = 'viewer_samples'::regclass`);
  for (const { name } of rows) await client.query(`DROP TABLE ${name}`);
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

async function summarise(client: Client, name: KindName, rows: number): Promise<void> {
  const newest = findKind(name)?.newest ?? 'NULL::timestamptz';
  await client.query(
    `INSERT INTO data_summary (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.newest) FROM (SELECT ${newest} AS newest FROM ${name}) t), now())
    ON CONFLICT (kind) DO UPDATE
    SET row_count = excluded.row_count, newest = excluded.newest, changed_at = excluded.changed_at`,
    [name, rows],
  );
}
