import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withFilePath } from '../../logging/error-message.js';
import { partialName } from '../partial-name.js';
import { BackupHeader, endOfRows, format } from './backup-reader.js';

/**
 * Writes all rows of the database, as of one moment, into a file. The service and the commands continue meanwhile. The
 * file appears when it is complete. Returns the number of tables. After an error the client can only be ended, since
 * its COPY may still be running.
 */
export async function writeBackup(client: Client, file: string): Promise<number> {
  const partial = partialName(file);
  await client.query(`
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    -- Before the first query takes the snapshot: pack and prune may drop a partition that is full to it.
    LOCK TABLE viewer_samples, packed_samples IN ACCESS SHARE MODE`);
  try {
    const { rows } = await client.query<Omit<BackupHeader, 'format' | 'takenAt'>>(describeDatabaseSql);
    const header: BackupHeader = { format, takenAt: new Date().toISOString(), ...rows[0]! };
    const output = createWriteStream(partial, { mode: 0o600, flush: true });
    await pipeline(Readable.from(contents(client, header)), createGzip({ level: 6 }), output);
    await client.query('COMMIT');
    await rename(partial, file);
    return header.tables.length;
  } catch (error) {
    throw withFilePath(error, file);
  } finally {
    await rm(partial, { force: true });
  }
}

async function* contents(client: Client, header: BackupHeader): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify(header)}\n`;
  for (const { name, columns } of header.tables) {
    const selected = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    yield* client.query(copyTo(`COPY (SELECT ${selected} FROM ${name}) TO STDOUT`)) as AsyncIterable<Buffer>;
    yield endOfRows;
  }
}

const describeDatabaseSql = `
  SELECT
    ARRAY(
      SELECT m.migration_name FROM _prisma_migrations m
      WHERE m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL
      ORDER BY m.migration_name
    ) AS migrations,
    ARRAY(
      SELECT json_build_object('table', i.inhparent::regclass, 'name', c.relname, 'bounds', pg_get_expr(c.relpartbound, c.oid))
      FROM pg_catalog.pg_inherits i
      JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent IN ('viewer_samples'::regclass, 'packed_samples'::regclass)
      ORDER BY c.relname
    ) AS partitions,
    ARRAY(
      SELECT json_build_object('name', s.sequencename, 'value', s.last_value::text)
      FROM pg_catalog.pg_sequences s
      WHERE s.schemaname = current_schema() AND s.last_value IS NOT NULL
      ORDER BY s.sequencename
    ) AS sequences,
    ARRAY(
      SELECT json_build_object('name', c.relname, 'columns', array_agg(a.attname ORDER BY a.attnum))
      FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> '_prisma_migrations' AND c.relname !~ '^viewer_samples_[0-9]'
      GROUP BY c.relname
      ORDER BY c.relname
    ) AS tables`;
