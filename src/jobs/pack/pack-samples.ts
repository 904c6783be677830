import type { Client } from 'pg';
import { codeOf, lockNotAvailable, undefinedTable } from '../../database/error-codes.js';
import { readCommandSettings } from '../../config/command-settings.js';
import { dayMs } from '../../figures/time.js';
import { analyzeGrownTables } from '../../database/analyze-grown-tables.js';
import { createPartitions, dropPartition, listPartitions, Partition } from '../../ingest/partitions.js';
import { packed, packedColumns } from './packing.js';
import { formatQuantity } from '../../logging/format-count.js';
import { Log, withoutImports } from '../without-imports.js';
import { unpackStreams } from '../../ingest/steps/unpack-streams.js';

export interface PackResult {
  streams: number;
  samples: number;
  dropped: string[];
  /** Set if another session kept the samples locked: the next run continues from there. */
  isIncomplete?: true;
}

export function describePacked({ streams, samples, dropped, isIncomplete }: PackResult): string[] {
  return [
    ...dropped.map((name) => `${name}: dropped, because all of its samples are packed.`),
    `Packed ${formatQuantity(samples, 'viewer sample')} of ${formatQuantity(streams, 'stream')}.`,
    ...(isIncomplete ? ['An import is running: a later refresh packs the rest.'] : []),
  ];
}

export interface PackOptions {
  /** Packs streams that ended before this moment and whose newest sample is older. The default is a day ago. */
  before?: Date;
  /** Longest wait for one lock; unlimited by default. */
  waitMs?: number;
  log?: Log;
}

/** Number of streams packed per transaction: about 500,000 samples of streams of eight hours. */
const streamsOfABatch = 1_000;

const settings = `
  SET LOCAL work_mem = '128MB';
  SET LOCAL jit = off;
  -- The batch is a small part of the samples, whatever the planner thinks.
  SET LOCAL enable_seqscan = off`;

/**
 * Packs the samples of ended streams: one row per stream replaces one row per sample. A batch of streams is one transaction, so the
 * run after a killed one packs the rest. Then drops the empty partitions of the past. Readers do not wait.
 * Writes packed_samples, viewer_samples, and the partitions of both.
 */
export async function packSamples(client: Client, options: PackOptions = {}): Promise<PackResult> {
  const { before = new Date(Date.now() - dayMs), waitMs = 0, log = () => {} } = options;
  const result: PackResult = { streams: 0, samples: 0, dropped: [] };
  try {
    await client.query(`SET lock_timeout = ${waitMs}`);
    await makeComingPartitions(client, log);
    for (const partition of (await listPartitions(client)).filter(({ table }) => table === 'viewer_samples')) {
      await packPartition(client, partition, before, log, result).catch((error: unknown) => {
        // Another command, such as prune, may have dropped the partition.
        if (codeOf(error) !== undefinedTable) throw error;
      });
    }
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    result.isIncomplete = true;
  } finally {
    await client.query('SET lock_timeout = 0').catch(() => {});
  }
  return result;
}

/** Packs the streams that have a sample in a partition, including their samples in other partitions, and frees the space. */
async function packPartition(client: Client, partition: Partition, before: Date, log: Log, result: PackResult) {
  const { name, to } = partition;
  const packedBefore = result.streams;
  for (let after = '-1'; ;) {
    const { rows } = await client.query<{ id: string; has_ended: boolean }>(nextStreams(name), [after, before]);
    const last = rows.at(-1);
    if (!last) break;
    const ids = rows.filter((row) => row.has_ended).map(({ id }) => id);
    while (ids.length > 0 && !(await withoutImports(client, log, () => packBatch(client, ids, before, result))));
    after = last.id;
  }
  if (to !== null && to <= new Date() && (await dropEmptyPartition(client, partition, log))) result.dropped.push(name);
  else if (result.streams > packedBefore) await client.query(`VACUUM (SKIP_LOCKED, TRUNCATE off) ${name}`);
}

/** The next streams with samples in a partition. Each stream is found by its key, without reading its other samples. */
function nextStreams(partition: string): string {
  const next = (after: string) =>
    `SELECT v.stream_id FROM ONLY ${partition} v WHERE v.stream_id > ${after} ORDER BY v.stream_id LIMIT 1`;
  return `
    WITH RECURSIVE found AS (
      (${next('$1')})
      UNION ALL
      SELECT n.stream_id FROM found f CROSS JOIN LATERAL (${next('f.stream_id')}) n
    )
    SELECT f.stream_id AS id, COALESCE(s.ended_at < $2, FALSE) AS has_ended
    FROM (SELECT f.stream_id FROM found f LIMIT ${streamsOfABatch}) f
    LEFT JOIN streams s ON s.id = f.stream_id
    ORDER BY f.stream_id`;
}

/** Packs streams inside a transaction of the caller that keeps imports out. Returns false if it only created a missing partition. */
async function packBatch(client: Client, ids: string[], before: Date, result: PackResult): Promise<boolean> {
  await client.query(settings);
  // A reader may have planned its query without a new partition, so the partition is committed before it has rows.
  if (await createPartitions(client, 'packed_samples', newestSamples(ids))) return false;
  // A version without packed samples may have added some.
  await unpackStreams(client, streamsWithRows, [ids]);
  const { rows } = await client.query<{ id: string; samples: number }>(insertPackedSql, [ids, before]);
  const samples = rows.reduce((sum, row) => sum + row.samples, 0);
  const packedIds = rows.map(({ id }) => id);
  const { rowCount } = await client.query('DELETE FROM viewer_samples v WHERE v.stream_id = ANY ($1)', [packedIds]);
  if (rowCount !== samples) throw new Error(`Packed ${samples} samples, but found ${rowCount} to delete.`);
  await analyzeGrownTables(client);
  result.streams += rows.length;
  result.samples += samples;
  return true;
}

/** Another pack may have packed some since they were listed. */
const streamsWithRows = `
  SELECT i.id
  FROM unnest($1::bigint[]) i(id)
  CROSS JOIN LATERAL (SELECT FROM viewer_samples v WHERE v.stream_id = i.id LIMIT 1) v`;

const newestSamples = (ids: string[]) => `(
  SELECT n.created_at
  FROM unnest('{${ids.join(',')}}'::bigint[]) i(id)
  CROSS JOIN LATERAL (SELECT max(v.created_at) AS created_at FROM viewer_samples v WHERE v.stream_id = i.id) n
  WHERE n.created_at IS NOT NULL
)`;

/** A stream may have another end since it was listed. */
const insertPackedSql = `
  INSERT INTO packed_samples (${packedColumns.join(', ')})
  SELECT k.*
  FROM (${packed(`
    SELECT v.stream_id, v.created_at, v.viewers, v.import_id
    FROM viewer_samples v
    WHERE v.stream_id = ANY ($1) AND v.stream_id IN (SELECT s.id FROM streams s WHERE s.id = ANY ($1) AND s.ended_at < $2)`)}) k
  WHERE k.last_at < $2
  RETURNING stream_id AS id, sample_count AS samples`;

/** If partitions are days, creates the partitions of today and tomorrow, so that a collector never waits for a new one. */
async function makeComingPartitions(client: Client, log: Log): Promise<void> {
  if ((await readCommandSettings(client)).samplePartitions !== 'day') return;
  const days = `(SELECT n.at AS created_at FROM (VALUES (now()), (now() + interval '1 day')) n(at))`;
  await withoutImports(client, log, () => createPartitions(client, 'viewer_samples', days));
}

/**
 * Drops a partition if it is empty, and returns whether it did. Nobody writes samples without the lock of imports, so
 * it stays empty. The check takes a while after many deletions, so it comes before the lock that keeps readers out. If
 * others read for long, the partition stays until a later run.
 */
function dropEmptyPartition(client: Client, partition: Partition, log: Log): Promise<boolean> {
  return withoutImports(client, log, async () => {
    if ((await client.query(`SELECT FROM ONLY ${partition.name} LIMIT 1`)).rowCount) return false;
    return dropPartition(client, partition);
  });
}

/** Unpacks all packed samples into rows, some streams per transaction, and returns the number of streams. */
export async function unpackAll(client: Client, log: Log, batchSize = streamsOfABatch): Promise<number> {
  const batch = `SELECT p.stream_id FROM packed_samples p ORDER BY p.stream_id LIMIT ${batchSize}`;
  for (let streams = 0; ;) {
    const done = await withoutImports(client, log, () => unpackStreams(client, batch));
    if (done === 0) return streams;
    streams += done;
  }
}
