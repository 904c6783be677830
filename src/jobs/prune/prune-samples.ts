import type { Client } from 'pg';
import { inTransaction } from '../../database/in-transaction.js';
import { dropPartition, listPartitions, Partition } from '../../ingest/partitions.js';
import { recordDeletion } from '../../ingest/records/data-summary.js';
import { streamsToPrune } from '../../ingest/session.js';
import { countPacked, prunePacked } from './prune-packed.js';
import { deleteSamples, rememberStreams } from './remember-samples.js';

/** The actual or planned action for a partition or the packed samples, and the number of samples that it removes. */
export interface PruneStep {
  partition: string;
  done: 'dropped' | 'deleted';
  rows: number;
}

/**
 * Removes the viewer samples from before the cutoff: drops whole partitions, and deletes the other rows. A partition
 * that others read for long is emptied, and dropped by a later run. Figures continue from the sums of {@link
 * rememberStreams}. Returns the number of removed samples. The caller keeps imports out meanwhile.
 */
export async function pruneSamples(
  client: Client,
  cutoff: Date,
  onStep: (step: PruneStep) => void = () => {},
): Promise<number> {
  let removed = 0;
  const report = (partition: string, done: PruneStep['done'], rows: number) => {
    removed += rows;
    if (rows > 0 || done === 'dropped') onStep({ partition, done, rows });
  };
  for (const { isWhole, ...partition } of await listOlder(client, cutoff)) {
    const { name, table } = partition;
    const dropped = isWhole ? await dropOlder(client, partition, partition.to ?? cutoff) : null;
    if (dropped !== null) report(name, 'dropped', dropped);
    else if (table === 'viewer_samples') report(name, 'deleted', await deleteOlder(client, partition, cutoff));
  }
  report('packed_samples', 'deleted', await prunePacked(client, cutoff));
  return removed;
}

export async function planPrune(client: Client, cutoff: Date): Promise<PruneStep[]> {
  const steps: PruneStep[] = [];
  let packed = await countPacked(client, cutoff);
  for (const partition of await listOlder(client, cutoff)) {
    const rows = await countSamples(client, partition, cutoff);
    if (partition.table === 'packed_samples') packed -= rows;
    steps.push({ partition: partition.name, done: partition.isWhole ? 'dropped' : 'deleted', rows });
  }
  steps.push({ partition: 'packed_samples', done: 'deleted', rows: packed });
  return steps.filter(({ done, rows }) => rows > 0 || done === 'dropped');
}

/** The partitions with older samples, except partitions of packed_samples that also have newer samples. */
async function listOlder(client: Client, cutoff: Date): Promise<(Partition & { isWhole: boolean })[]> {
  const partitions = (await listPartitions(client)).filter(({ from }) => from === null || from < cutoff);
  return partitions
    .map((partition) => ({ ...partition, isWhole: partition.to !== null && partition.to <= cutoff }))
    .filter(({ table, isWhole }) => isWhole || table === 'viewer_samples');
}

export async function sizeOfDatabase(client: Client): Promise<string> {
  const { rows } = await client.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  return rows[0]?.size ?? '';
}

/** Drops a partition, and returns its number of samples; null if others read it for too long. */
function dropOlder(client: Client, partition: Partition, to: Date): Promise<number | null> {
  const drop = async () => {
    await rememberStreams(client, findStreams(partition), to);
    const rows = await countSamples(client, partition, to);
    await recordDeletion(client, 'viewer_samples', rows);
    return (await dropPartition(client, partition)) ? rows : null;
  };
  return inTransaction(client, drop, (rows) => rows !== null);
}

/** Readers do not wait: a deleted row stays until no transaction can see it. */
function deleteOlder(client: Client, partition: Partition, cutoff: Date): Promise<number> {
  const sql = `DELETE FROM ONLY ${partition.name} v WHERE v.created_at < $1`;
  return deleteSamples(client, findStreams(partition), cutoff, sql);
}

const columns = {
  viewer_samples: { at: 'created_at', count: 'count(*)' },
  packed_samples: { at: 'last_at', count: 'sum(v.sample_count)' },
};

function findStreams({ table, name }: Partition): string {
  return `
    INSERT INTO ${streamsToPrune} (stream_id)
    SELECT DISTINCT v.stream_id FROM ONLY ${name} v WHERE v.${columns[table].at} < $1`;
}

async function countSamples(client: Client, { table, name }: Partition, before: Date): Promise<number> {
  const { at, count } = columns[table];
  const { rows } = await client.query<{ rows: string | null }>(
    `SELECT ${count} AS rows FROM ONLY ${name} v WHERE v.${at} < $1`,
    [before],
  );
  return Number(rows[0]?.rows);
}
