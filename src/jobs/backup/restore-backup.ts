import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MigrationHistory } from '../../database/migrations/migration-history.js';
import { listMigrations } from '../../database/migrations/migrations.js';
import { lockMigrations, migrate } from '../../database/migrations/migrator.js';
import { reasonAgainstUnreleased } from '../../database/migrations/unreleased-migrations.js';
import { dropIndexes } from '../../database/drop-indexes.js';
import { BadDataError } from '../../logging/error-message.js';
import { escapeControls } from '../../ingest/escape-controls.js';
import { inTransaction } from '../../database/in-transaction.js';
import { withOwner } from '../../database/owner-client.js';
import { BackupError, BackupHeader, BackupReader, unpackBackup } from './backup-reader.js';

/**
 * Fills an empty database from a backup, whose tables may be older than this version. Creates the tables of that version, loads the
 * rows, and migrates the tables, all in one transaction: after a failure the database is unchanged. Returns the number of tables
 * and rows, and the migrations that are newer than the backup. Throws a BackupError.
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  { signal, log }: { signal?: AbortSignal; log?: (line: string) => void } = {},
): Promise<{ tables: number; rows: number; migrations: string[] }> {
  const reader = new BackupReader(unpackBackup(file));
  const header = await reader.header();
  const names = header.migrations;
  const refused = reasonAgainstUnreleased(names);
  if (refused !== undefined) throw new BadDataError(refused);
  const known = await listMigrations();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new BackupError(`it was written by a newer version, which has the migration ${unknown}`);
  const restore = async (client: pg.Client) => {
    // Locks first, because a running migration may need a table that this transaction has read.
    await lockMigrations(client, { signal, log });
    return inTransaction(client, async () => {
      await requireEmpty(client);
      await migrate(client, { wanted: names, isInTransaction: true });
      await requireSame(client, header);
      const rows = await loadRows(client, header, reader).catch(rethrow);
      return { tables: header.tables.length, rows, migrations: await migrate(client, { isInTransaction: true }) };
    });
  };
  return withOwner(databaseUrl, restore, signal);
}

/** Requires a database without rows, except the history of its migrations and the ID of the database. */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const name of await listRelations(client, ['r', 'p'])) {
    if (name === 'installation') continue;
    const { rowCount } = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount)
      throw new BadDataError(`The database already contains ${name}. A restore requires an empty database.`);
  }
}

/** Requires the tables of the backup's version, and that this version has the tables and sequences in the header. */
async function requireSame(client: pg.Client, { migrations, tables, sequences }: BackupHeader): Promise<void> {
  const applied = await new MigrationHistory(client).listApplied();
  if (applied.some((name) => !migrations.includes(name)))
    throw new BadDataError('The tables of the database are newer than the backup. Use a new database.');
  const known = await listRelations(client, ['r', 'p', 'S']);
  const unknown = [...tables, ...sequences].find(({ name }) => !known.includes(name));
  if (!unknown) return;
  const words = `line 1 names ${escapeControls(unknown.name)}, which its version does not have`;
  throw new BackupError(`it is not a backup of this service: ${words}`);
}

/** Returns the names of the tables or sequences, given as values of `relkind`, except the history of migrations. */
async function listRelations(client: pg.Client, kinds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = ANY ($1) AND c.relname <> '_prisma_migrations'`,
    [kinds],
  );
  return rows.map(({ name }) => name);
}

/** Creates the partitions, loads all rows into the empty tables of the backup's version, and returns their number. */
export async function loadRows(client: pg.Client, header: BackupHeader, reader: BackupReader): Promise<number> {
  const quoted = (name: string) => client.escapeIdentifier(name);
  const tables = header.tables.map(({ name }) => quoted(name));
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  // The migrations have given the database an ID, but the backup has one.
  if (header.tables.some(({ name }) => name === 'installation')) await client.query('DELETE FROM installation');
  // The backup has the sums of days, which the trigger would remove.
  const hasDays = header.tables.some(({ name }) => name === 'total_days');
  const setTrigger = async (action: 'DISABLE' | 'ENABLE') => {
    if (hasDays) await client.query(`ALTER TABLE totals ${action} TRIGGER remove_days_of_inserted`);
  };
  await setTrigger('DISABLE');
  const createIndexes = await dropIndexes(client, tables);
  for (const { table, name, bounds } of header.partitions) {
    await client.query(`CREATE TABLE ${quoted(name)} PARTITION OF ${quoted(table)} ${bounds}`);
  }
  let rows = 0;
  for (const { name, columns } of header.tables) {
    const target = client.query(copyFrom(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`));
    await pipeline(Readable.from(reader.rows()), target);
    rows += target.rowCount;
  }
  await reader.requireEnd();
  for (const create of createIndexes) await client.query(create);
  // A rollback does not undo setval, so it comes last.
  for (const { name, value } of header.sequences) {
    await client.query('SELECT setval(quote_ident($1)::regclass, $2)', [name, value]);
  }
  await setTrigger('ENABLE');
  await client.query(`ANALYZE ${tables.join(', ')}`);
  return rows;
}

/** PostgreSQL's error classes for bad values, contradicting rows and wrong statements, except missing privileges. */
const badContents = /^(22...|23...|42(?!501)...)$/;

function rethrow(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || !badContents.test(error.code ?? '')) throw error;
  const place = error.where === undefined ? '' : ` (${error.where})`;
  const words = escapeControls(`${error.message}${place}`);
  throw new BackupError(`it is damaged (PostgreSQL: ${words})`, { cause: error });
}
