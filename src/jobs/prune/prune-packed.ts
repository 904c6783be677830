import type { Client } from 'pg';
import { packed, packedColumns } from '../pack/packing.js';
import { streamsToPrune } from '../../ingest/session.js';
import { deleteSamples } from './remember-samples.js';

/** Number of streams pruned per transaction. */
const streamsOfABatch = 1_000;

/**
 * Removes the packed samples from before the cutoff, after storing the sums of their streams and events. Returns the
 * number of samples. `among` is an optional query of the streams to prune.
 */
export async function prunePacked(client: Client, cutoff: Date, among?: string): Promise<number> {
  const findOldestSql = `
    INSERT INTO ${streamsToPrune} (stream_id)
    SELECT k.stream_id FROM packed_samples k
    WHERE k.first_at < $1 ${among === undefined ? '' : `AND k.stream_id IN (${among})`}
    ORDER BY k.first_at LIMIT ${streamsOfABatch}`;
  let removed = 0;
  for (;;) {
    const batch = await deleteSamples(client, findOldestSql, cutoff, deleteOlderSql);
    if (batch === 0) return removed;
    removed += batch;
  }
}

export async function countPacked(client: Client, cutoff: Date): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `SELECT COALESCE(sum(
      CASE WHEN k.last_at < $1 THEN k.sample_count
      ELSE (SELECT count(*) FROM unpack_samples(k) u WHERE u.created_at < $1) END
    ), 0) AS rows
    FROM packed_samples k
    WHERE k.first_at < $1`,
    [cutoff],
  );
  return Number(rows[0]?.rows);
}

/** Packs the remaining samples of a stream again. */
const deleteOlderSql = `
  WITH removed AS (
    DELETE FROM packed_samples k USING ${streamsToPrune} n WHERE k.stream_id = n.stream_id RETURNING k
  ), kept AS (
    INSERT INTO packed_samples (${packedColumns.join(', ')})
    ${packed(`
      SELECT (r.k).stream_id, u.created_at, u.viewers, u.import_id
      FROM removed r
      CROSS JOIN LATERAL unpack_samples(r.k) u
      WHERE (r.k).last_at >= $1 AND u.created_at >= $1`)}
    RETURNING sample_count
  )
  SELECT (SELECT sum((r.k).sample_count) FROM removed r) - COALESCE((SELECT sum(t.sample_count) FROM kept t), 0) AS rows`;
