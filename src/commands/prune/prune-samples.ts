import type { Client } from 'pg';
import { recordDeletion } from '../../ingest/records/data-summary.js';
import { inTransaction } from '../../database/in-transaction.js';
import {
  countOff,
  countRows,
  dropPartition,
  finishInterrupted,
  listPartitions,
  Partition,
} from '../../ingest/partitions.js';
import { countPacked, packedTable, prunePacked } from './prune-packed.js';
import { rememberSamples } from './remember-samples.js';

/** The actual or planned action for a partition or the packed samples, and the number of samples that it removes. */
export interface PruneStep {
  partition: string;
  done: 'dropped' | 'deleted';
  rows: number;
}

/** A page of 8 KB contains up to 157 samples: a transaction deletes about 10,000 rows. */
const pagesOfABatch = 64;

/**
 * Removes the viewer samples from before the cutoff: drops whole partitions, and deletes the other rows. A partition
 * that others read for long is emptied, and dropped by a later run. Figures continue from the sums of {@link
 * rememberSamples}. Returns the number of removed samples. The caller keeps imports out meanwhile.
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
  const finished = await inTransaction(client, () => finishInterrupted(client));
  for (const { name, rows } of finished) report(name, 'dropped', rows);
  for (const partition of (await listPartitions(client)).filter((one) => isPartlyOlder(one, cutoff))) {
    const { name } = partition;
    const dropped = isOlder(partition, cutoff) ? await dropOlder(client, name, partition.to ?? cutoff) : null;
    if (dropped !== null) report(name, 'dropped', dropped);
    else report(name, 'deleted', await deleteOlder(client, name, cutoff));
  }
  report(packedTable, 'deleted', await prunePacked(client, cutoff));
  return removed;
}

export async function planPrune(client: Client, cutoff: Date): Promise<PruneStep[]> {
  const steps: PruneStep[] = [];
  for (const partition of (await listPartitions(client)).filter((one) => isPartlyOlder(one, cutoff))) {
    const done = isOlder(partition, cutoff) ? 'dropped' : 'deleted';
    steps.push({ partition: partition.name, done, rows: await countRows(client, partition.name, cutoff) });
  }
  steps.push({ partition: packedTable, done: 'deleted', rows: await countPacked(client, cutoff) });
  return steps.filter(({ done, rows }) => rows > 0 || done === 'dropped');
}

function isOlder({ to }: Partition, cutoff: Date): boolean {
  return to !== null && to <= cutoff;
}

function isPartlyOlder({ from }: Partition, cutoff: Date): boolean {
  return from === null || from < cutoff;
}

/** Drops a partition, and returns its number of samples; null if others read it for too long. */
function dropOlder(client: Client, name: string, to: Date): Promise<number | null> {
  const drop = async () => {
    await rememberSamples(client, to);
    const rows = await countRows(client, name, null);
    await recordDeletion(client, 'viewer_samples', rows);
    return (await dropPartition(client, name)) ? rows : null;
  };
  return inTransaction(client, drop, (rows) => rows !== null);
}

/**
 * Deletes the samples of a partition that are older than the cutoff, and subtracts them from the count, one range of pages per
 * transaction. Reads each page once. Readers do not wait: a deleted row stays until no transaction can see it.
 */
async function deleteOlder(client: Client, partition: string, cutoff: Date): Promise<number> {
  await inTransaction(client, () => rememberSamples(client, cutoff));
  const { rows } = await client.query<{ pages: number }>(
    `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages`,
    [partition],
  );
  const pages = rows[0]?.pages ?? 0;
  let removed = 0;
  for (let page = 0; page < pages; page += pagesOfABatch) {
    const range = `v.ctid >= '(${page},0)' AND v.ctid < '(${page + pagesOfABatch},0)'`;
    const deleteRange = async () => {
      const sql = `DELETE FROM ONLY ${partition} v WHERE ${range} AND v.created_at < $1`;
      return (await client.query(sql, [cutoff])).rowCount ?? 0;
    };
    removed += await countOff(client, deleteRange);
  }
  return removed;
}
