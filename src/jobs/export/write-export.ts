import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { KindName } from '../../ingest/kinds/kind.js';
import { exportedKinds } from './exported-kinds.js';
import { fileOf, oldFilesIn, partialOf } from './export-folder.js';

export interface NotExported {
  streams: number;
  events: number;
  forgotten: number;
}

export interface ExportOptions {
  isPacked?: boolean;
  onFile?: (kind: KindName, rows: number) => void | Promise<void>;
}

/** The lock keeps a prune from dropping a partition that is in the snapshot of the first query. */
const begin = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL jit = off;
  LOCK TABLE viewer_samples IN ACCESS SHARE MODE`;

/**
 * Writes all records of the database, as of one moment, into files of a folder that `npm run import` reads. The files get their
 * names when all of them are complete. After an error the client can only be ended, since its COPY may still be running.
 */
export async function writeExport(client: Client, folder: string, options: ExportOptions = {}): Promise<NotExported> {
  const { isPacked = false, onFile = () => {} } = options;
  const files = exportedKinds.map((kind) => ({ ...kind, file: path.join(folder, fileOf(kind.name, isPacked)) }));
  await client.query(begin);
  try {
    const { rows } = await client.query<NotExported>(notExported);
    for (const { name, sql, file } of files) {
      await onFile(name, await writeRecords(client, sql, partialOf(file), isPacked));
    }
    await client.query('COMMIT');
    for (const old of await oldFilesIn(folder)) await rm(path.join(folder, old));
    // The streamers come last: if this step is interrupted, an import of the folder misses them.
    for (const { file } of files.toReversed()) await rename(partialOf(file), file);
    return rows[0] as NotExported;
  } finally {
    for (const { file } of files) await rm(partialOf(file), { force: true });
  }
}

/** JSON never contains these bytes, so COPY writes each row unchanged. */
const plainRows = `FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01'`;

async function writeRecords(client: Client, sql: string, file: string, isPacked: boolean): Promise<number> {
  const copy = client.query(copyTo(`COPY (${sql}) TO STDOUT WITH (${plainRows})`));
  const output = createWriteStream(file, { mode: 0o600, flush: true });
  await (isPacked ? pipeline(copy, createGzip({ level: 6 }), output) : pipeline(copy, output));
  return copy.rowCount;
}

const notExported = `
  SELECT (SELECT count(*)::int FROM pruned_samples p JOIN current_streams s ON s.id = p.stream_id WHERE s.figures_from_samples) AS streams,
    (SELECT count(*)::int FROM pruned_event_samples) AS events,
    (SELECT count(*)::int FROM forgotten_ids f WHERE f.kind = 'streamers') AS forgotten`;
