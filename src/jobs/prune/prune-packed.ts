import type { Client } from 'pg';
import { packed, packedColumns } from '../pack/packing.js';
import { countOff } from '../../ingest/partitions.js';
import { streamsToPrune } from '../../ingest/session.js';
import { rememberStreams } from './remember-samples.js';

/** Number of streams pruned per transaction. */
const streamsOfABatch = 1_000;

/**
 * Removes the packed samples from before the cutoff, after storing the sums of their streams and events. Returns the
 * number of samples. `among` is an optional query of the streams to prune.
 */
export async function prunePacked(client: Client, cutoff: Date, among?: string): Promise<number> {
  let removed = 0;
  for (;;) {
    let streams = 0;
    const pruneBatch = async () => {
      streams = await rememberStreams(client, findOldest(among), cutoff);
      return streams === 0 ? 0 : deleteOlder(client, cutoff);
    };
    removed += await countOff(client, pruneBatch);
    if (streams === 0) return removed;
  }
}

export async function countPacked(client: Client, cutoff: Date): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `SELECT COALESCE(sum(${olderOf('k', '$1')}), 0) AS rows FROM packed_samples k WHERE k.first_at < $1`,
    [cutoff],
  );
  return Number(rows[0]?.rows);
}

const findOldest = (among?: string) => `
  INSERT INTO ${streamsToPrune} (stream_id)
  SELECT k.stream_id FROM packed_samples k
  WHERE k.first_at < $1 ${among === undefined ? '' : `AND k.stream_id IN (${among})`}
  ORDER BY k.first_at LIMIT ${streamsOfABatch}`;

function olderOf(row: string, cutoff: string): string {
  return `
    CASE WHEN ${row}.last_at < ${cutoff} THEN ${row}.sample_count
    ELSE (SELECT count(*) FROM unpack_samples(${row}) u WHERE u.created_at < ${cutoff}) END`;
}

async function deleteOlder(client: Client, cutoff: Date): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `SELECT sum(${olderOf('k', '$1')}) AS rows FROM packed_samples k JOIN ${streamsToPrune} n ON n.stream_id = k.stream_id`,
    [cutoff],
  );
  await client.query(
    `DELETE FROM packed_samples k USING ${streamsToPrune} n WHERE k.stream_id = n.stream_id AND k.last_at < $1`,
    [cutoff],
  );
  await client.query(packRest, [cutoff]);
  return Number(rows[0]?.rows);
}

const packRest = `
  UPDATE packed_samples t
  SET (${packedColumns.join(', ')}) = (${packedColumns.map((column) => `r.${column}`).join(', ')})
  FROM (${packed(`
    SELECT k.stream_id, u.created_at, u.viewers, u.import_id
    FROM ${streamsToPrune} n
    JOIN packed_samples k ON k.stream_id = n.stream_id
    CROSS JOIN LATERAL unpack_samples(k) u
    WHERE u.created_at >= $1`)}) r
  WHERE t.stream_id = r.stream_id`;
