import type { Client } from 'pg';
import { recordTable } from '../import/data-summary.js';
import { findKind } from '../import/kinds/kinds.js';
import { lockImports } from '../import/import-lock.js';
import { inTransaction, noticeKilledClient } from '../in-transaction.js';
import { dropIndexes } from './drop-indexes.js';
import { GenerateOptions } from './generate-options.js';
import { GeneratedTable, generatedTables, randomFunctions } from './generated-tables.js';

/** The database holds data already. */
export class DataPresentError extends Error {}

/** Something that was done, how many rows it wrote if any, and how long it took. */
export interface LoadStep {
  name: string;
  rows: number;
  seconds: number;
}

const settings = `
  SET LOCAL maintenance_work_mem = '256MB';
  SET LOCAL jit = off;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  ${noticeKilledClient}`;

/**
 * Fills an empty database with generated rows, in one transaction in which nobody else can read the tables. Throws a
 * DataPresentError if they hold anything, and a GenerateOptionsError for options that contradict each other.
 */
export async function loadGenerated(
  client: Client,
  options: GenerateOptions,
  onStep: (step: LoadStep) => void = () => {},
  log: (line: string) => void = () => {},
): Promise<void> {
  const tables = generatedTables(options);
  const names = tables.map(({ name }) => name);
  const step = async (name: string, action: () => Promise<number>) => {
    const start = performance.now();
    const rows = await action();
    onStep({ name, rows, seconds: (performance.now() - start) / 1000 });
  };
  await inTransaction(client, async () => {
    await client.query(settings);
    await lockImports(client, log);
    await requireEmpty(client, names);
    await client.query(randomFunctions(options));
    const createIndexes = await dropIndexes(client, names);
    await replacePartitions(client, options);
    // PostgreSQL writes no WAL for the rows of a table that the same transaction truncated, where nothing replicates.
    await client.query(`TRUNCATE ${names.join(', ')}`);
    for (const table of tables) await step(table.name, () => fillTable(client, table));
    await step('indexes and foreign keys', async () => {
      for (const create of createIndexes) await client.query(create);
      return 0;
    });
    await step('statistics', async () => {
      await client.query(`ANALYZE ${names.join(', ')}`);
      return 0;
    });
  });
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

/** Makes a partition for each month that samples may lie in. Those that are there are empty, and may have other bounds. */
async function replacePartitions(client: Client, { viewerSamples, days, now }: GenerateOptions): Promise<void> {
  const { rows: present } = await client.query<{ name: string }>(
    `SELECT i.inhrelid::regclass AS name FROM pg_catalog.pg_inherits i WHERE i.inhparent = 'viewer_samples'::regclass`,
  );
  for (const { name } of present) await client.query(`DROP TABLE ${name}`);
  if (viewerSamples === 0) return;
  const { rows: months } = await client.query<{ name: string; from: string; to: string }>(
    `SELECT to_char(m.month, '"viewer_samples_"YYYY_MM') AS name, m.month::text AS from,
      (m.month + interval '1 month')::text AS to
    FROM generate_series(date_trunc('month', $1::timestamptz - $2 * interval '24 hours'), $1, interval '1 month') AS m(month)`,
    [now, days],
  );
  for (const { name, from, to } of months) {
    await client.query(`CREATE TABLE ${name} PARTITION OF viewer_samples FOR VALUES FROM ('${from}') TO ('${to}')`);
  }
}

async function fillTable(client: Client, { name, sql, values = [] }: GeneratedTable): Promise<number> {
  const { rowCount } = await client.query(sql, values);
  await recordTable(client, name, rowCount ?? 0, findKind(name)?.newest);
  return rowCount ?? 0;
}
