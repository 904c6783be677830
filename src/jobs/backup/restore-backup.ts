import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listMigrations } from '../../database/migrations/migrations.js';
import { lockMigrations, migrate } from '../../database/migrations/migrator.js';
import { reasonAgainstUnreleased } from '../../database/migrations/requirements.js';
import { dropIndexes } from '../../database/drop-indexes.js';
import { BadDataError } from '../../logging/error-message.js';
import { escapeControls } from '../../ingest/escape-controls.js';
import { inTransaction } from '../../database/in-transaction.js';
import { withOwner } from '../../database/owner-client.js';
import { BackupError, Piece, readBackup } from './backup-format.js';
import { unpackBackup } from './unpack-backup.js';

export interface Restored {
  tables: number;
  rows: number;
  /** Migrations that are newer than the backup. */
  migrations: string[];
}

/**
 * Fills an empty database from a backup, whose tables may be older than this version. Creates the tables of that version, loads the
 * rows, and migrates the tables, all in one transaction: after a failure the database is unchanged. Throws a BackupError.
 */
export async function restoreBackup(databaseUrl: string, file: string, signal?: AbortSignal): Promise<Restored> {
  const pieces = readBackup(unpackBackup(file));
  const first = await pieces.next();
  if (first.done === true || first.value.type !== 'migrations') throw new BackupError('it is incomplete');
  const { names } = first.value;
  const known = await listMigrations();
  const refused = reasonAgainstUnreleased(names, known);
  if (refused !== undefined) throw new BadDataError(refused);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new BackupError(`it was written by a newer version, which has the migration ${unknown}`);
  const restore = async (client: pg.Client) => {
    // Locks first, because a running migration may need a table that this transaction has read.
    await lockMigrations(client, { signal });
    return inTransaction(client, async () => {
      await requireEmpty(client, names);
      await migrate(client, { wanted: names, isInTransaction: true });
      const loaded = await load(client, pieces);
      return { ...loaded, migrations: await migrate(client, { isInTransaction: true }) };
    });
  };
  return withOwner(databaseUrl, restore, signal);
}

/** Requires a database without rows, and without tables that the backup does not contain. */
async function requireEmpty(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_catalog.pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`,
  );
  const tables = rows.map(({ name }) => name);
  const isMigrated = tables.includes('_prisma_migrations');
  for (const name of tables.filter((table) => table !== '_prisma_migrations')) {
    const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount)
      throw new NotEmptyError(`The database already contains ${name}. A restore requires an empty database.`);
  }
  if (!isMigrated) return;
  const newer = await client.query<{ name: string }>(
    'SELECT m.migration_name AS name FROM _prisma_migrations m WHERE m.rolled_back_at IS NULL AND NOT (m.migration_name = ANY ($1))',
    [migrations],
  );
  if (newer.rows[0])
    throw new NotEmptyError('The tables of the database are newer than the backup. Use a new database.');
}

export class NotEmptyError extends BadDataError {}

async function load(client: pg.Client, pieces: AsyncGenerator<Piece>): Promise<{ tables: number; rows: number }> {
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  const known: Known = { tables: await listColumns(client, ['r', 'p']), sequences: await listColumns(client, ['S']) };
  const tables = [...known.tables.keys()];
  const createIndexes = await dropIndexes(client, tables);
  const loaded = { tables: 0, rows: 0 };
  const sequences: string[] = [];
  let line = 0;
  try {
    for await (const piece of pieces) {
      line = piece.line;
      requireKnown(piece, known);
      // A rollback does not undo setval.
      if (piece.type === 'sequence') sequences.push(piece.sql);
      else if (piece.type === 'rows') {
        loaded.tables += 1;
        loaded.rows += await copy(client, piece.sql, piece.rows);
      } else if (piece.type !== 'migrations') await client.query(piece.sql);
    }
    for (const create of createIndexes) await client.query(create);
    for (const set of sequences) await client.query(set);
  } catch (error) {
    throw explain(error, line);
  }
  await client.query(`ANALYZE ${tables.join(', ')}`);
  return loaded;
}

async function copy(client: pg.Client, sql: string, rows: AsyncGenerator<Buffer>): Promise<number> {
  const target = client.query(copyFrom(sql));
  await pipeline(Readable.from(rows), target);
  return target.rowCount;
}

async function listColumns(client: pg.Client, kinds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = ANY ($1) AND NOT c.relispartition
      AND c.relname <> '_prisma_migrations'
    GROUP BY c.relname`,
    [kinds],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

interface Known {
  tables: Map<string, string[]>;
  sequences: Map<string, string[]>;
}

function requireKnown(piece: Piece, { tables, sequences }: Known): void {
  if (piece.type === 'migrations' || piece.type === 'partition') return;
  const columns = (piece.type === 'sequence' ? sequences : tables).get(piece.name);
  const wanted = piece.type === 'rows' ? piece.columns : [];
  const unknown = columns ? wanted.find((column) => !columns.includes(column)) : piece.name;
  if (unknown === undefined) return;
  const words = `line ${piece.line} names ${escapeControls(unknown)}, which the tables of its version do not have`;
  throw new BackupError(`it is not a backup of this service: ${words}`);
}

/** PostgreSQL's error classes for bad values, contradicting rows and wrong statements, except missing privileges. */
const badContents = /^(22...|23...|42(?!501)...)$/;

function explain(error: unknown, line: number): unknown {
  if (!(error instanceof pg.DatabaseError) || !badContents.test(error.code ?? '')) return error;
  const place = error.where === undefined ? '' : ` (${error.where})`;
  const words = escapeControls(`${error.message}${place}`);
  return new BackupError(`it is damaged: PostgreSQL rejects line ${line} or the rows after it: ${words}`, {
    cause: error,
  });
}
