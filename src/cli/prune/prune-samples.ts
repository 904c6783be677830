import type { Client } from 'pg';
import { deleteSamples } from './delete-samples.js';
import { condemn, detachPartition, dropDetached, pardon } from './drop-samples.js';
import { listCondemnedTables, ListedPartition, listPartitions } from './listed-partitions.js';
import { Patience, retryLocked } from './patience.js';

/** What became, or would become, of a partition, and how many samples that removes. */
export interface PruneStep {
  partition: string;
  done: 'dropped' | 'deleted';
  rows: number;
}

export interface PruneOptions {
  onStep?: (step: PruneStep) => void;
  log?: (line: string) => void;
  patience?: Patience;
}

const usualPatience: Patience = { attemptMs: 5_000, limitMs: 300_000 };
const settings = `
  SET statement_timeout = 0;
  SET idle_in_transaction_session_timeout = 0`;

/**
 * Removes the viewer samples from before the cutoff: whole partitions by dropping them, the rest by deleting. Finishes
 * first what an interrupted run began. Answers how many samples it removed. Imports have to be kept out meanwhile.
 */
export async function pruneSamples(client: Client, cutoff: Date, options: PruneOptions = {}): Promise<number> {
  const { onStep = () => {}, log = () => {}, patience = usualPatience } = options;
  let removed = 0;
  const report = (partition: string, done: PruneStep['done'], rows: number) => {
    removed += rows;
    if (rows > 0 || done === 'dropped') onStep({ partition, done, rows });
  };
  await client.query(settings);
  const retry = await retryLocked(client, patience, log);
  for (const { name } of (await listPartitions(client)).filter(({ isPending }) => isPending)) {
    await detachPartition(client, name, retry);
  }
  for (const name of await listCondemnedTables(client)) {
    report(name, 'dropped', await dropDetached(client, name, retry));
  }
  for (const partition of await listPartitions(client)) {
    const { name } = partition;
    if (isOlder(partition, cutoff)) {
      await condemn(client, name, retry);
      await detachPartition(client, name, retry);
      report(name, 'dropped', await dropDetached(client, name, retry));
      continue;
    }
    if (partition.isCondemned) await pardon(client, name, retry);
    if (isPartlyOlder(partition, cutoff)) report(name, 'deleted', await deleteSamples(client, name, cutoff, retry));
  }
  return removed;
}

/** What {@link pruneSamples} would do now. */
export async function planPrune(client: Client, cutoff: Date): Promise<PruneStep[]> {
  const steps: PruneStep[] = [];
  for (const name of await listCondemnedTables(client)) {
    steps.push({ partition: name, done: 'dropped', rows: await countRows(client, name, null) });
  }
  for (const partition of await listPartitions(client)) {
    const { name } = partition;
    if (isOlder(partition, cutoff) || (partition.isPending && partition.isCondemned)) {
      steps.push({ partition: name, done: 'dropped', rows: await countRows(client, name, null) });
    } else if (isPartlyOlder(partition, cutoff)) {
      const rows = await countRows(client, name, cutoff);
      if (rows > 0) steps.push({ partition: name, done: 'deleted', rows });
    }
  }
  return steps;
}

function isOlder({ to }: ListedPartition, cutoff: Date): boolean {
  return to !== null && to <= cutoff;
}

function isPartlyOlder({ from }: ListedPartition, cutoff: Date): boolean {
  return from === null || from < cutoff;
}

async function countRows(client: Client, name: string, before: Date | null): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `SELECT count(*) AS rows FROM ${name} v WHERE $1::timestamptz IS NULL OR v.created_at < $1`,
    [before],
  );
  return Number(rows[0]?.rows);
}
