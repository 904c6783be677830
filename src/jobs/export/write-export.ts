import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { idAsText } from '../../database/platforms/platform-ids.js';
import { id } from '../../ingest/kinds/column-types.js';
import { Kind, KindColumn, KindName } from '../../ingest/kinds/kind.js';
import { kinds } from '../../ingest/kinds/kinds.js';
import { endWithoutObservations } from '../../ingest/steps/end-streams.js';
import { withFilePath } from '../../logging/error-message.js';
import { partialName } from '../partial-name.js';
import { exportedNames, nameExportFile } from './export-folder.js';

export interface LeftOutRows {
  streams: number;
  events: number;
  forgotten: number;
}

export interface ExportOptions {
  isPacked?: boolean;
  onFile?: (kind: KindName, rows: number) => void | Promise<void>;
}

/**
 * Writes all records of the database, as of one moment, into files of a folder that `npm run import` reads. The files get their
 * names when all of them are complete. After an error the client can only be ended, since its COPY may still be running.
 */
export async function writeExport(client: Client, folder: string, options: ExportOptions = {}): Promise<LeftOutRows> {
  const { isPacked = false, onFile = () => {} } = options;
  const files = kinds.map((kind) => {
    const file = path.join(folder, nameExportFile(kind.name, isPacked));
    return { kind, file, partial: partialName(file) };
  });
  await client.query(`
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL jit = off;
    -- Keeps pack and prune from dropping a partition that is in the snapshot of the first query.
    LOCK TABLE viewer_samples, packed_samples IN ACCESS SHARE MODE`);
  try {
    const left = await client.query<LeftOutRows>(notExported);
    for (const { kind, file, partial } of files) {
      const written = writeRecords(client, recordsOf(kind), partial, isPacked);
      const rows = await written.catch((error: unknown) => {
        throw withFilePath(error, file);
      });
      await onFile(kind.name, rows);
    }
    await client.query('COMMIT');
    for (const name of exportedNames) await rm(path.join(folder, name), { force: true });
    // The streamers come last: if this step is interrupted, an import of the folder misses them.
    for (const { file, partial } of files.toReversed()) await rename(partial, file);
    return left.rows[0] as LeftOutRows;
  } finally {
    for (const { partial } of files) await rm(partial, { force: true });
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

/**
 * SQL that adds the last pruned sample of a stream without a given end, if it is the last sample: from it, the import
 * infers when the stream was last observed.
 */
const lastObservations = `
  UNION ALL
  SELECT p.stream_id, p.last_at, p.last_viewers
  FROM pruned_samples p
  JOIN current_streams s ON s.id = p.stream_id
  WHERE s.end_reason IS DISTINCT FROM 'given' AND s.last_sampled_at = p.last_at
    AND NOT EXISTS (SELECT FROM viewer_samples v WHERE v.stream_id = p.stream_id AND v.created_at = p.last_at)
    AND NOT EXISTS (SELECT FROM packed_samples k WHERE k.stream_id = p.stream_id AND k.last_at = p.last_at)`;

/**
 * SQL for a figure of a stream. Leaves out figures from samples, which the import computes and updates, unless some of
 * the samples were pruned.
 */
const figure = (name: string) =>
  `CASE WHEN t.figures_from_samples AND p.stream_id IS NULL THEN NULL ELSE t.${name} END`;

/** Kinds whose records differ from the rows of their table: SQL for a column, or for the rows to read instead of table `t`. */
const differences: Partial<Record<KindName, { columns?: Record<string, string>; from?: string }>> = {
  streams: {
    columns: {
      ended_at: `CASE WHEN t.end_reason = 'next_stream' AND t.ended_at = ${endWithoutObservations} THEN NULL ELSE t.ended_at END`,
      avg_viewers: figure('avg_viewers'),
      peak_viewers: figure('peak_viewers'),
      watchtime: figure('watchtime'),
    },
    from: 'current_streams t LEFT JOIN pruned_samples p ON p.stream_id = t.id',
  },
  viewer_samples: {
    from: `(SELECT v.stream_id, v.created_at, v.viewers FROM all_viewer_samples v ${lastObservations}) t`,
  },
  colab_sessions: {
    columns: {
      stream_ids: `ARRAY(SELECT ${idAsText('streams', 'l.stream_id')} FROM colab_session_streams l WHERE l.session_id = t.id ORDER BY l.stream_id)`,
    },
  },
};

/** The query of the records of a kind, each the text of a JSON object. A new kind is exported as its table. */
function recordsOf({ name, columns }: Kind): string {
  const { columns: others = {}, from = `${name} t` } = differences[name] ?? {};
  const values = columns
    .filter(({ derive }) => !derive)
    .map((column) => {
      const value = others[column.name] ?? `t.${column.name}`;
      return `${asIdOfPlatform(name, column, value) ?? column.type.asJson?.(value) ?? value} AS "${column.name}"`;
    });
  return `SELECT row_to_json(r) FROM (SELECT ${values.join(', ')} FROM ${from}) r`;
}

/** SQL for an ID of a streamer or stream as the platform has it; undefined for other columns. */
function asIdOfPlatform(kind: KindName, { name, type, refersTo }: KindColumn, value: string): string | undefined {
  const table = refersTo ?? (name === 'id' ? kind : undefined);
  return type === id && (table === 'streamers' || table === 'streams') ? idAsText(table, value) : undefined;
}

const notExported = `
  SELECT (SELECT count(*)::int FROM pruned_samples p JOIN current_streams s ON s.id = p.stream_id WHERE s.figures_from_samples) AS streams,
    (SELECT count(*)::int FROM pruned_event_samples) AS events,
    (SELECT count(*)::int FROM forgotten_ids f WHERE f.kind = 'streamers') AS forgotten`;
