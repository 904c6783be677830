import type { Client } from 'pg';
import { dropIndexes } from '../drop-indexes.js';
import { formatCount } from '../format-count.js';
import { recordTable } from '../import/data-summary.js';
import { findKind } from '../import/kinds/kinds.js';
import { lockImports } from '../import/import-lock.js';
import { inTransaction } from '../in-transaction.js';
import { GenerateOptions } from './generate-options.js';
import { GeneratedTable, generatedTables, randomFunctions } from './generated-tables.js';

/** The database holds data already. */
export class DataPresentError extends Error {}

/** Does one step, and logs how long it took and how many rows it wrote, which it answers. */
export async function timed(name: string, action: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const rows = await action();
  const seconds = (performance.now() - start) / 1000;
  const speed = formatCount(Math.round(rows / seconds)).padStart(12);
  const line = `${name.padEnd(25)}${seconds.toFixed(1).padStart(7)} s`;
  console.log(rows === 0 ? line : `${line}${formatCount(rows).padStart(15)} rows${speed} rows/s`);
  return rows;
}

/**
 * Fills an empty database with generated rows, in one transaction in which nobody else can read the tables, and answers how
 * many. Throws a DataPresentError if the tables hold anything.
 */
export function loadGenerated(client: Client, options: GenerateOptions): Promise<number> {
  const tables = generatedTables(options);
  const names = tables.map(({ name }) => name);
  return inTransaction(client, async () => {
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL jit = off`);
    await lockImports(client, console.log);
    await client.query(`LOCK TABLE ${names.join(', ')}`);
    for (const name of names) await requireEmpty(client, name);
    await client.query(randomFunctions(options));
    const createIndexes = await dropIndexes(client, names);
    await runEach(client, await partitionStatements(client, options));
    // PostgreSQL writes no WAL for the rows of a table that the same transaction truncated, where nothing replicates.
    await client.query(`TRUNCATE ${names.join(', ')}`);
    let rows = 0;
    for (const table of tables) rows += await timed(table.name, () => fillTable(client, table));
    await timed('indexes and foreign keys', () => runEach(client, createIndexes));
    // A trigger of streams has filled live_streams.
    await timed('statistics', () => runEach(client, [`ANALYZE ${names.join(', ')}, live_streams`]));
    return rows;
  });
}

async function requireEmpty(client: Client, table: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
  if (rowCount === 0) return;
  throw new DataPresentError(
    `The database holds ${table} already, and only an empty one is filled. Name another with DATABASE_URL.`,
  );
}

/** What makes a partition for each month with samples. Those that are there are empty, and may have other bounds. */
async function partitionStatements(client: Client, { viewerSamples, days, now }: GenerateOptions): Promise<string[]> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('DROP TABLE %s', i.inhrelid::regclass) AS sql
    FROM pg_catalog.pg_inherits i WHERE i.inhparent = 'viewer_samples'::regclass
    UNION ALL
    SELECT format('CREATE TABLE viewer_samples_%s PARTITION OF viewer_samples FOR VALUES FROM (%L) TO (%L)',
      to_char(m.month, 'YYYY_MM'), m.month, m.month + interval '1 month')
    FROM generate_series(date_trunc('month', $1::timestamptz - $2 * interval '24 hours'), $1, interval '1 month') m(month)
    WHERE $3::bigint > 0`,
    [now, days, viewerSamples],
  );
  return rows.map(({ sql }) => sql);
}

async function fillTable(client: Client, { name, sql, values = [], then }: GeneratedTable): Promise<number> {
  const { rowCount } = await client.query(sql, values);
  if (then) await client.query(then);
  await recordTable(client, name, rowCount ?? 0, findKind(name)?.newest);
  return rowCount ?? 0;
}

async function runEach(client: Client, statements: readonly string[]): Promise<number> {
  for (const sql of statements) await client.query(sql);
  return 0;
}
