import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listMigrations } from '../../database/migrations.js';
import { migrateDatabase } from '../../database/migrator.js';
import { dropIndexes } from '../drop-indexes.js';
import { inTransaction } from '../in-transaction.js';
import { withOwner } from '../owner-client.js';
import { BackupError, Piece, readBackup } from './backup-format.js';

export interface Restored {
  tables: number;
  rows: number;
  /** The migrations that are newer than the backup. */
  migrations: string[];
}

/**
 * Fills an empty database from a backup, whose tables may be older than those of this version: it makes the tables as they were,
 * loads the rows in one transaction, and brings the tables up to date. Throws a BackupError.
 */
export async function restoreBackup(databaseUrl: string, file: string): Promise<Restored> {
  const pieces = readBackup(unpack(file));
  const first = await pieces.next();
  if (first.done === true || first.value.type !== 'migrations') throw new BackupError('it is incomplete');
  const { names } = first.value;
  await withOwner(databaseUrl, (client) => requireEmpty(client, names));
  const known = await listMigrations();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new BackupError(`a newer version has made it, with the migration ${unknown}`);
  await migrateDatabase(databaseUrl, undefined, names);
  const loaded = await withOwner(databaseUrl, (client) => inTransaction(client, () => load(client, pieces)));
  return { ...loaded, migrations: await migrateDatabase(databaseUrl) };
}

async function* unpack(file: string): AsyncGenerator<Buffer> {
  try {
    const unpacked = createGunzip();
    const reading = pipeline(createReadStream(file), unpacked);
    reading.catch(() => {});
    yield* unpacked as AsyncIterable<Buffer>;
    await reading;
  } catch (error) {
    throw new BackupError((error as Error).message, { cause: error });
  }
}

/** The database has no rows, and no tables that the backup does not know. */
async function requireEmpty(client: Client, migrations: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_catalog.pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`,
  );
  const tables = rows.map(({ name }) => name);
  const isMigrated = tables.includes('_prisma_migrations');
  for (const name of tables.filter((table) => table !== '_prisma_migrations')) {
    const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount) throw new NotEmptyError(`The database holds ${name} already, and only an empty one is filled.`);
  }
  if (!isMigrated) return;
  const newer = await client.query<{ name: string }>(
    'SELECT m.migration_name AS name FROM _prisma_migrations m WHERE m.rolled_back_at IS NULL AND NOT (m.migration_name = ANY ($1))',
    [migrations],
  );
  if (newer.rows[0])
    throw new NotEmptyError('The tables of the database are newer than the backup; use a new database.');
}

/** The database is none that a backup can be restored to. */
export class NotEmptyError extends Error {}

async function load(client: Client, pieces: AsyncGenerator<Piece>): Promise<{ tables: number; rows: number }> {
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  const { rows: present } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> '_prisma_migrations'`,
  );
  const tables = present.map(({ name }) => name);
  const createIndexes = await dropIndexes(client, tables);
  const loaded = { tables: 0, rows: 0 };
  for await (const piece of pieces) {
    if (piece.type === 'statement') await client.query(piece.sql);
    if (piece.type !== 'rows') continue;
    const copy = client.query(copyFrom(piece.sql));
    await pipeline(Readable.from(piece.rows), copy);
    loaded.tables += 1;
    loaded.rows += copy.rowCount;
  }
  for (const create of createIndexes) await client.query(create);
  await client.query(`ANALYZE ${tables.join(', ')}`);
  return loaded;
}
