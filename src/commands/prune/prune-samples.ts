import type { Client } from 'pg';
import {
  countRows,
  detachPartition,
  dropDetached,
  listDetached,
  listPartitions,
  markPartition,
  Partition,
  unmarkPartition,
} from './partitions.js';
import { countPacked, packedTable, prunePacked } from './prune-packed.js';
import { rememberSamples } from './remember-samples.js';
import { LockWait, Retry, retryLocked } from './retry.js';
import { countOff } from './sample-count.js';

/** What became, or would become, of a partition or of the packed samples, and how many samples that removes. */
export interface PruneStep {
  partition: string;
  done: 'dropped' | 'deleted';
  rows: number;
}

export interface PruneOptions {
  onStep?: (step: PruneStep) => void;
  log?: (line: string) => void;
  lockWait?: LockWait;
}

const usualLockWait: LockWait = { attemptMs: 5_000, limitMs: 300_000 };

/** A page of 8 KB holds up to 157 samples: a transaction deletes some 10,000 rows. */
const pagesOfABatch = 64;

/**
 * Removes the viewer samples from before the cutoff: whole partitions by dropping them, the rest by deleting. Finishes
 * first what an interrupted run began. Figures go on from what {@link rememberSamples} keeps. Answers how many samples it
 * removed. The caller keeps imports out meanwhile.
 */
export async function pruneSamples(client: Client, cutoff: Date, options: PruneOptions = {}): Promise<number> {
  const { onStep = () => {}, log = () => {}, lockWait = usualLockWait } = options;
  let removed = 0;
  const report = (partition: string, done: PruneStep['done'], rows: number) => {
    removed += rows;
    if (rows > 0 || done === 'dropped') onStep({ partition, done, rows });
  };
  const retry = await retryLocked(client, lockWait, log);
  for (const { name } of (await listPartitions(client)).filter(({ isPending }) => isPending)) {
    await detachPartition(client, name, retry);
  }
  for (const name of await listDetached(client)) {
    report(name, 'dropped', await dropDetached(client, name, retry));
  }
  for (const partition of await listPartitions(client)) {
    const { name } = partition;
    if (isOlder(partition, cutoff)) {
      await retry(() => rememberSamples(client, partition.to ?? cutoff));
      await markPartition(client, name, retry);
      await detachPartition(client, name, retry);
      report(name, 'dropped', await dropDetached(client, name, retry));
      continue;
    }
    if (partition.isMarked) await unmarkPartition(client, name, retry);
    if (!isPartlyOlder(partition, cutoff)) continue;
    await retry(() => rememberSamples(client, cutoff));
    report(name, 'deleted', await deleteSamples(client, name, cutoff, retry));
  }
  report(packedTable, 'deleted', await prunePacked(client, cutoff, retry));
  return removed;
}

/** What {@link pruneSamples} would do now. */
export async function planPrune(client: Client, cutoff: Date): Promise<PruneStep[]> {
  const partitions = await listPartitions(client);
  const isDropped = (partition: Partition) => isOlder(partition, cutoff) || (partition.isPending && partition.isMarked);
  const dropped = [...(await listDetached(client)), ...partitions.filter(isDropped).map(({ name }) => name)];
  const steps: PruneStep[] = [];
  for (const name of dropped) {
    steps.push({ partition: name, done: 'dropped', rows: await countRows(client, name, null) });
  }
  for (const partition of partitions.filter((one) => !isDropped(one) && isPartlyOlder(one, cutoff))) {
    const rows = await countRows(client, partition.name, cutoff);
    if (rows > 0) steps.push({ partition: partition.name, done: 'deleted', rows });
  }
  const rows = await countPacked(client, cutoff);
  return rows > 0 ? [...steps, { partition: packedTable, done: 'deleted', rows }] : steps;
}

function isOlder({ to }: Partition, cutoff: Date): boolean {
  return to !== null && to <= cutoff;
}

function isPartlyOlder({ from }: Partition, cutoff: Date): boolean {
  return from === null || from < cutoff;
}

/**
 * Deletes the samples of a partition that are older than the cutoff, and subtracts them from the count: a range of pages
 * in a transaction. Each page is read once. Readers do not wait: a deleted row stays until no transaction can see it.
 */
async function deleteSamples(client: Client, partition: string, cutoff: Date, retry: Retry): Promise<number> {
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
    removed += await retry(() => countOff(client, deleteRange));
  }
  return removed;
}
