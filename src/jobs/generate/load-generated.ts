import type { Client } from 'pg';
import { dropIndexes } from '../../database/drop-indexes.js';
import { BadDataError } from '../../logging/error-message.js';
import { formatCount } from '../../logging/format-count.js';
import { recordRows } from '../../ingest/records/data-summary.js';
import { findKind } from '../../ingest/kinds/kinds.js';
import { createPartitions } from '../../ingest/partitions.js';
import { changedStreams, openSession } from '../../ingest/session.js';
import { markMonths } from '../../ingest/steps/mark-months.js';
import { updateStreams } from '../../ingest/steps/update-streams.js';
import { refreshLeaderboard } from '../refresh/refresh-leaderboard.js';
import { Log, withoutImports } from '../without-imports.js';
import { GenerateOptions } from './generate-options.js';
import { GeneratedTable, generatedTables, randomFunctions } from './generated-tables.js';

/**
 * Fills an empty database with generated rows, in one transaction in which nobody else can read the tables, builds the
 * leaderboard, and logs the duration of each step. Throws a BadDataError if the tables contain rows.
 */
export async function generate(client: Client, options: GenerateOptions, log: Log): Promise<void> {
  await timed(log, 'all', async () => {
    const rows = await withoutImports(client, log, () => fillTables(client, options, log));
    await timed(log, 'leaderboard', async () => (await refreshLeaderboard(client, { now: options.now, log })).entries);
    return rows;
  });
}

/** Runs one step and logs its duration and number of rows, if it has any. Returns the number of rows. */
async function timed(log: Log, name: string, action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const result = await action();
  const rows = typeof result === 'number' ? result : 0;
  const seconds = (performance.now() - start) / 1000;
  const speed = formatCount(Math.round(rows / seconds)).padStart(12);
  const line = `${name.padEnd(25)}${seconds.toFixed(1).padStart(7)} s`;
  log(rows === 0 ? line : `${line}${formatCount(rows).padStart(15)} rows${speed} rows/s`);
  return rows;
}

async function fillTables(client: Client, options: GenerateOptions, log: Log): Promise<number> {
  const tables = generatedTables(options);
  const names = tables.map(({ name }) => name);
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL jit = off`);
  await client.query(`LOCK TABLE ${names.join(', ')}`);
  for (const name of names) await requireEmpty(client, name);
  await openSession(client);
  await client.query(randomFunctions(options));
  const createIndexes = await dropIndexes(client, names);
  await makePartitions(client, options);
  // Without replication, PostgreSQL writes no WAL for the rows of a table that the same transaction truncated.
  await client.query(`TRUNCATE ${names.join(', ')}, live_streams`);
  let rows = 0;
  for (const table of tables) rows += await timed(log, table.name, () => fillTable(client, table));
  await timed(log, 'indexes and foreign keys', () => client.query(createIndexes.join(';')));
  await timed(log, 'sums of samples', () => sumSamples(client));
  await timed(log, 'statistics', () => client.query(`ANALYZE ${names.join(', ')}, live_streams`));
  return rows;
}

async function requireEmpty(client: Client, table: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
  if (rowCount === 0) return;
  throw new BadDataError(`The database already contains ${table}. Set DATABASE_URL to an empty database.`);
}

async function makePartitions(client: Client, { viewerSamples, days, now }: GenerateOptions): Promise<void> {
  if (viewerSamples === 0) return;
  const from = new Date(now.getTime() - days * 86_400_000);
  const series = [from, now].map((at) => `TIMESTAMPTZ '${at.toISOString()}'`).join(', ');
  const moments = `(SELECT generate_series(${series}, interval '24 hours') AS created_at)`;
  await createPartitions(client, 'viewer_samples', moments);
}

async function fillTable(client: Client, { name, sql, values = [] }: GeneratedTable): Promise<number> {
  const { rowCount } = await client.query(sql, values);
  await recordRows(client, findKind(name), rowCount ?? 0, name, new Date());
  return rowCount ?? 0;
}

/** Live streams need a row in live_streams, and streams with samples the sum of these. */
async function sumSamples(client: Client): Promise<void> {
  await client.query(`
    ANALYZE streams;
    INSERT INTO ${changedStreams} (stream_id, needs_sum)
    SELECT s.id, TRUE FROM streams s
    WHERE s.ended_at IS NULL OR EXISTS (SELECT FROM viewer_samples v WHERE v.stream_id = s.id)`);
  await client.query(`ANALYZE ${changedStreams}`);
  await updateStreams(client);
  await client.query(markMonths('SELECT s.started_at AS at FROM streams s'));
}
