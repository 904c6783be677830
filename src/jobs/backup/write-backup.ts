import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { recordedTables } from '../../ingest/records/recorded-tables.js';
import { endLine, writeHeader } from './backup-format.js';

interface Table {
  name: string;
  columns: string;
}

/**
 * Writes all rows of the database, as of one moment, into a file. The service and the commands continue meanwhile. The
 * file appears when it is complete. Returns the number of tables. After an error the client can only be ended, since
 * its COPY may still be running.
 */
export async function writeBackup(client: Client, file: string): Promise<number> {
  const partial = `${file}.partial`;
  await client.query(`
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    -- Before the first query takes the snapshot: pack and prune may drop a partition that is full to it.
    LOCK TABLE viewer_samples, packed_samples IN ACCESS SHARE MODE`);
  try {
    const tables = await listTables(client);
    const packed = createGzip({ level: 6 });
    await pipeline(Readable.from(contents(client, tables)), packed, createWriteStream(partial, { mode: 0o600 }));
    await client.query('COMMIT');
    await rename(partial, file);
    return tables.length;
  } finally {
    await rm(partial, { force: true });
  }
}

async function* contents(client: Client, tables: Table[]): AsyncGenerator<Buffer | string> {
  const list = async (sql: string) => (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line);
  yield writeHeader(new Date(), await list(listMigrations));
  for (const sql of [listPartitions, listSequences]) for (const line of await list(sql)) yield `${line}\n`;
  for (const { name, columns } of tables) {
    yield `COPY ${name} (${columns}) FROM stdin;\n`;
    yield* client.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`)) as AsyncIterable<Buffer>;
    yield '\\.\n';
  }
  yield `${endLine}\n`;
}

/** Lists tables after the tables that they refer to. */
async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> '_prisma_migrations' AND c.relname !~ '^viewer_samples_[0-9]'
    GROUP BY c.relname
    ORDER BY array_position($1, c.relname::text), c.relname`,
    [recordedTables.map(({ name }) => name)],
  );
  return rows;
}

const listMigrations = `
  SELECT m.migration_name AS line FROM _prisma_migrations m
  WHERE m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL
  ORDER BY m.migration_name`;

const listPartitions = `
  SELECT format('CREATE TABLE %I PARTITION OF %s %s;', c.relname, i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) AS line
  FROM pg_catalog.pg_inherits i
  JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent IN ('viewer_samples'::regclass, 'packed_samples'::regclass)
  ORDER BY c.relname`;

const listSequences = `
  SELECT format('SELECT pg_catalog.setval(%L, %s);', s.sequencename, s.last_value) AS line
  FROM pg_catalog.pg_sequences s
  WHERE s.schemaname = current_schema() AND s.last_value IS NOT NULL
  ORDER BY s.sequencename`;
